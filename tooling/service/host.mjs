import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/**
 * The machine that a service is installed on; tests give it another root folder.
 * @typedef {{ folder: string, isRoot: boolean, isBooted: boolean, run: (program: string, args: string[]) => { code: number, output: string } }} Host
 */

/** @returns {Host} */
export function thisHost() {
  return {
    folder: '/',
    isRoot: process.getuid?.() === 0,
    // As sd_booted(3) decides it.
    isBooted: fs.existsSync('/run/systemd/system'),
    run: (program, args) => {
      const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
      return { code: status ?? 1, output: error ? error.message : `${stdout}${stderr}`.trim() };
    },
  };
}

/** @param {Host} host @param {string} file as the service sees it */
export const onHost = (host, file) => path.join(host.folder, file);

/** Returns whether anything had to be changed. @param {string} file @param {string} text */
export function writeIfChanged(file, text, mode = 0o644) {
  if (readText(file) === text) return false;
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o755 });
  fs.writeFileSync(file, text, { mode });
  fs.chmodSync(file, mode);
  return true;
}

/** @param {string} file @returns {string | undefined} */
export function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The ids of a user, from the host's own list. @param {Host} host @param {string} name */
export function findUser(host, name) {
  const passwd = readText(onHost(host, '/etc/passwd')) ?? '';
  const fields = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .find(([known]) => known === name);
  return fields ? { uid: Number(fields[2]), gid: Number(fields[3]) } : undefined;
}
