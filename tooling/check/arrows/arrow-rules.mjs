import { serverArrows } from './server-arrows.mjs';
import { webArrows } from './web-arrows.mjs';
import { workspaceArrows } from './workspace-arrows.mjs';

/**
 * The arrows of docs/architecture.md as data. Paths are below the repository; a package counts by its name.
 * `to` (or `toOtherThan`) matches the imports that a file matching `from` may not have; `$1` stands for the first group of `from`.
 * Tests and their support code are exempt unless the rule has `evenTests`.
 * @typedef {object} ArrowRule
 * @property {string} name
 * @property {RegExp} from
 * @property {RegExp} [except]
 * @property {string} [to]
 * @property {string} [toOtherThan]
 * @property {boolean} [evenTests]
 * @property {string} instead what to do
 */

export const arrowRules = [...workspaceArrows, ...serverArrows, ...webArrows];

/** Globals that have one home each. */
export const useRules = [
  {
    name: 'fetch',
    from: /^apps\/web\/src\/(?!lib\/api\/request\.ts$)/,
    instead: 'call api() of lib/api/api.ts from a .queries.ts or .mutations.ts',
  },
  {
    name: 'process.env',
    from: /^apps\/server\/src\/(?!config\.ts$)/,
    instead: 'declare the setting in settings.ts and read it from ctx.config',
  },
];

/** Files that do not ship. */
export const testFile = /\.(test|fixture)\.(ts|tsx|mjs)$|\/testing\//;
