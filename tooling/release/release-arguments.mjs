import path from 'node:path';
import { root } from '../paths.mjs';
import { Stop } from '../stop.mjs';
import { executableTargets } from './node-program.mjs';

export const withoutExecutables = '--no-executables';
const withDemoWorld = '--demo-world';

/**
 * `[folder] [--no-executables] [--demo-world]`. Without executables of the agent, nothing is fetched from npm's registry.
 * @param {readonly string[]} args
 */
export function readReleaseArguments(args) {
  const options = args.filter((arg) => arg.startsWith('-'));
  const [folder = path.join(root, 'release'), ...others] = args.filter((arg) => !arg.startsWith('-'));
  const unknown = options.find((option) => option !== withoutExecutables && option !== withDemoWorld) ?? others[0];
  if (unknown !== undefined)
    throw new Stop(
      `"${unknown}" is not known. Usage: npm run release -- [folder] [${withoutExecutables}] [${withDemoWorld}]`,
    );
  return {
    folder: path.resolve(folder),
    executables: options.includes(withoutExecutables) ? [] : executableTargets,
    hasDemoWorld: options.includes(withDemoWorld),
  };
}
