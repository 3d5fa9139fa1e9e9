import { serverArrows } from './server-arrows.mjs';
import { workspaceArrows } from './workspace-arrows.mjs';

/** @type {ArrowRule[]} */
const webArrows = [
  {
    name: 'pages follow the URL and compose',
    from: /^apps\/web\/src\/pages\//,
    to: '^apps/web/src/(app/|main\\.tsx$)',
    instead: 'pass it down from app/, or move it to components/ or lib/',
  },
  {
    name: 'features do not know app and pages',
    from: /^apps\/web\/src\/features\//,
    to: '^apps/web/src/(pages/|app/|main\\.tsx$)',
    instead: 'take it as a property',
  },
  {
    name: 'features never import each other',
    from: /^apps\/web\/src\/features\/([^/]+)\//,
    to: '^apps/web/src/features/(?!$1/)',
    instead: 'compose the two in a page or layout, or move what both need to components/ or lib/',
  },
  {
    name: 'components have no domain words',
    from: /^apps\/web\/src\/components\//,
    to: '^apps/web/src/(features|pages|app)/',
    instead: 'take it as a property',
  },
  {
    name: 'lib stands at the bottom',
    from: /^apps\/web\/src\/lib\//,
    to: '^apps/web/src/(components|features|pages|app)/',
    instead: 'pass in a function or a value',
  },
];

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
