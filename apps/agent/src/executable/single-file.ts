import { getAsset, isSea } from 'node:sea';

/**
 * Whether this program is inside the executable. An update of it is not: it is installed as ordinary files, which the
 * Node.js in the executable runs.
 */
export const isSingleFile = isSea() && import.meta.filename === process.execPath;

/** Lets the executable read a save instead of being the agent. */
export const saveReaderArgument = '--save-reader';

/** Names the build of the agent: a file of its npm package, an asset of the executable. */
export const buildFile = 'package-build.json';

/** A text that was put into the executable when it was made. */
export function readAsset(name: string): string {
  return getAsset(name, 'utf8');
}

/** Options for `fork`. The executable takes options of Node.js from the environment only. */
export function withNodeOptions(options: readonly string[]): { execArgv: string[]; env?: NodeJS.ProcessEnv } {
  if (!isSea()) return { execArgv: [...options] };
  const NODE_OPTIONS = [process.env['NODE_OPTIONS'], ...options].filter(Boolean).join(' ');
  return { execArgv: [], env: { ...process.env, NODE_OPTIONS } };
}
