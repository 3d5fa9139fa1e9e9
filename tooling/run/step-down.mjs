import fs from 'node:fs';
import { Stop } from '../stop.mjs';
import { handOver } from './hand-over.mjs';
import { findOpenPlace } from './open-place.mjs';

const ownUser = 'tribehall';
const usersFile = '/etc/passwd';

/**
 * `settings` is the file that may have them, `program` what the user must be able to read.
 * @typedef {{ dataDir: string, runAs: string | undefined, settings: string, program: string }} Start
 * @typedef {{ uid: number, gid: number, name: string, home: string }} User
 */

/**
 * If root starts the portal, becomes the user of RUN_AS, or else "tribehall", before anything listens: for good, with all
 * that is started afterwards. The data folder is handed over to that user first.
 * @param {Start} start
 */
export function stepDown(start, users = usersFile) {
  if (process.getuid?.() !== 0) return;
  const { dataDir, runAs, settings } = start;
  if (runAs === 'root') return refuseSettingsOfOthers(settings, [0]);
  const user = findUser((known) => known.name === (runAs ?? ownUser), users);
  if (!user)
    throw new Stop(runAs === undefined ? noUser : `RUN_AS is "${runAs}", but there is no such user on this machine.`);
  refuseSettingsOfOthers(settings, [0, user.uid]);
  // Settings of the user must not lead root to a folder of somebody else.
  if (!findOpenPlace(settings)) handOver(dataDir, user);
  become(user, start);
}

/**
 * If root runs another command, becomes the user who can change the settings or the data: what root made there would be
 * out of that user's reach, and root would do what is written there.
 * @param {Start} start
 */
export function becomeOwner(start) {
  if (process.getuid?.() !== 0) return;
  const { dataDir, runAs, settings } = start;
  const place = findOpenPlace(settings) ?? (runAs === 'root' ? undefined : findOpenPlace(dataDir));
  if (!place) return;
  const { file, uid } = place;
  if (uid === 0)
    throw new Stop(`${file} can be changed by others than root. Take that from them (chmod go-w ${file}).`);
  const { gid } = fs.lstatSync(file);
  become(findUser((known) => known.uid === uid) ?? { uid, gid, name: String(uid), home: '/' }, start);
}

const noUser =
  `Root does not run the portal, and there is no user "${ownUser}" that it could become. "tribehall service install" makes ` +
  `that user and a service; "useradd --system ${ownUser}" makes the user alone; and the setting RUN_AS names another user, or ` +
  'root, to run the portal as root all the same.';

/** @param {(user: User) => boolean} isWanted @returns {User | undefined} */
function findUser(isWanted, users = usersFile) {
  const lines = fs.readFileSync(users, 'utf8').split('\n');
  return lines
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid, , home = '/']) => ({ name, uid: Number(uid), gid: Number(gid), home }))
    .find(isWanted);
}

/** Somebody who can write the settings could otherwise have a portal of root, or of another user. @param {string} settings @param {number[]} users */
function refuseSettingsOfOthers(settings, users) {
  const place = findOpenPlace(settings, users);
  if (!place) return;
  throw new Stop(
    `Root does not start a portal whose settings others can change: ${place.file} belongs to the user with the number ${place.uid}` +
      `${users.includes(place.uid) ? ', and others may write there' : ''}. Start it as that user, or change owner and mode of ${place.file}.`,
  );
}

/** @param {User} user @param {Start} start */
function become({ uid, gid, name, home }, { dataDir, settings, program }) {
  // Its types leave it out.
  /** @type {any} */ (process).initgroups(name, gid);
  process.setgid?.(gid);
  process.setuid?.(uid);
  Object.assign(process.env, { HOME: home, USER: name, LOGNAME: name });
  for (const file of [dataDir, program, settings]) refuseUnreadable(file, name);
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
