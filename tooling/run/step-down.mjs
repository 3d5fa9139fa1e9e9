import fs from 'node:fs';
import path from 'node:path';
import { Stop } from '../stop.mjs';

const ownUser = 'tribehall';

/**
 * If root starts the portal, becomes the user of RUN_AS, or "tribehall" if there is such a user, before anything listens:
 * for good, with all that is started afterwards. The data folder is handed over to that user first.
 * @param {{ dataDir: string, runAs: string | undefined, mustRead: string[] }} options
 * @param {(line: string) => void} [warn]
 */
export function stepDown({ dataDir, runAs, mustRead }, warn = console.warn) {
  if (process.getuid?.() !== 0 || runAs === 'root') return;
  const user = findUser(runAs ?? ownUser);
  if (!user && runAs !== undefined) throw new Stop(`RUN_AS is "${runAs}", but there is no such user on this machine.`);
  if (!user)
    return warn(
      'The portal runs as root. "tribehall service install" gives it a user of its own, and RUN_AS names another one.',
    );
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  for (const folder of [dataDir, ...databaseElsewhere(dataDir)]) handOver(folder, user);
  // Its types leave it out.
  /** @type {any} */ (process).initgroups(user.name, user.gid);
  process.setgid?.(user.gid);
  process.setuid?.(user.uid);
  Object.assign(process.env, { HOME: user.home, USER: user.name, LOGNAME: user.name });
  for (const file of [dataDir, ...mustRead]) refuseUnreadable(file, user.name);
}

/** @param {string} name */
function findUser(name) {
  const lines = fs.readFileSync('/etc/passwd', 'utf8').split('\n');
  const found = lines.map((line) => line.split(':')).find(([known]) => known === name);
  if (!found) return undefined;
  const [, , uid, gid, , home = '/'] = found;
  return { name, uid: Number(uid), gid: Number(gid), home };
}

/** A portal of root may have its database outside of its data folder. @param {string} dataDir @returns {string[]} */
function databaseElsewhere(dataDir) {
  try {
    const { folder } = JSON.parse(fs.readFileSync(path.join(dataDir, 'database.json'), 'utf8'));
    return path.isAbsolute(folder) ? [folder] : [];
  } catch {
    return [];
  }
}

/** Links are handed over, not what they point to. @param {string} folder @param {{ uid: number, gid: number }} user */
function handOver(folder, { uid, gid }) {
  if (!fs.existsSync(folder)) return;
  fs.lchownSync(folder, uid, gid);
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true }))
    fs.lchownSync(path.join(entry.parentPath, entry.name), uid, gid);
}

/** @param {string} file @param {string} name */
function refuseUnreadable(file, name) {
  try {
    fs.accessSync(file, fs.constants.R_OK);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return;
    throw new Stop(
      `${file} cannot be read by the user ${name}, as whom the portal runs. Move it, change its owner, or set RUN_AS to another user.`,
    );
  }
}
