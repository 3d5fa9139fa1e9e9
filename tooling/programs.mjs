import fs from 'node:fs';
import path from 'node:path';

/** Folders with programs that are often missing from an ordinary user's PATH. Not cached: programs may be installed meanwhile. */
function moreFolders() {
  return ['/usr/local/sbin', '/usr/sbin', '/sbin', ...versionedFolders('/usr/lib/postgresql', 'bin')];
}

/**
 * The path of an installed program, or undefined. PostgreSQL's own programs are found too.
 * @param {string} name
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined}
 */
export function findProgram(name, env = process.env) {
  const folders = [...(env.PATH ?? '').split(path.delimiter), ...moreFolders()];
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  return folders
    .filter(Boolean)
    .flatMap((folder) => endings.map((ending) => path.join(folder, name + ending)))
    .find(isExecutable);
}

/**
 * A Chromium for the browser tests: the one named, else one of the system. The one without windows does the same pages
 * in two thirds of the CPU time. @param {NodeJS.ProcessEnv} [env]
 */
export function findChromium(env = process.env) {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH;
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  return names.map((name) => findProgram(name, env)).find(Boolean);
}

/** @param {string} file */
function isExecutable(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The newest version first. @param {string} folder @param {string} below @returns {string[]} */
function versionedFolders(folder, below) {
  try {
    const versions = fs.readdirSync(folder).toSorted((a, b) => Number(b) - Number(a));
    return versions.map((version) => path.join(folder, version, below));
  } catch {
    return [];
  }
}
