import fs from 'node:fs';
import path from 'node:path';
import { Stop } from '../stop.mjs';
import { findOpenPlace, isShared } from './open-place.mjs';

/** @typedef {{ uid: number, gid: number, name: string }} User */

const systemFolders = (
  '/ /bin /boot /dev /etc /home /lib /lib64 /media /mnt /opt /proc /root /run /sbin /srv /sys /tmp ' +
  '/usr /usr/bin /usr/lib /usr/local /usr/sbin /usr/share /var /var/cache /var/lib /var/log /var/opt /var/spool /var/tmp'
).split(' ');

/** What differs in tests. `databases` is the `systemFolder` of apps/server/src/db/engine/database-location.ts. */
const thisMachine = { systemFolders, databases: '/var/lib/tribehall' };

/** Those that no other program makes. */
const portalFiles = ['database.json', 'secret.key', 'portal.id', 'restore.json', 'logs/portal.log'];

/** What a new drive has. */
const isOfDrive = (/** @type {string} */ name) => name === 'lost+found';

/**
 * Gives the data of a portal of root to the user as whom it runs from now on, or makes the data folder for that user. Once
 * the folder belongs to the user, root changes nothing in it any more, and believes nothing that is written there.
 * @param {string} dataDir @param {User} user
 */
export function handOver(dataDir, user, machine = thisMachine) {
  const state = fs.statSync(dataDir, { throwIfNoEntry: false });
  if (state?.uid === user.uid) return;
  refuseSystemFolder(state ? fs.realpathSync(dataDir) : dataDir, machine);
  if (!state) return makeFor(dataDir, user);
  refuseOpen(dataDir, user);
  refuseForeign(dataDir, user);
  const database = databaseElsewhere(dataDir, machine);
  if (database !== undefined) handOverDatabase(database, user, machine);
  giveAll(dataDir, user);
}

/** @param {string} folder @param {User} user @param {typeof thisMachine} machine */
function handOverDatabase(folder, user, machine) {
  const state = fs.statSync(folder, { throwIfNoEntry: false });
  if (!state || state.uid === user.uid) return;
  refuseSystemFolder(fs.realpathSync(folder), machine);
  refuseOpen(folder, user);
  giveAll(folder, user);
}

/** Below a folder of somebody else, the user has to make it, who may not be able to. @param {string} dataDir @param {User} user */
function makeFor(dataDir, { uid, gid }) {
  if (findOpenPlace(dataDir)) return;
  fs.mkdirSync(path.dirname(dataDir), { recursive: true });
  fs.mkdirSync(dataDir, { mode: 0o700 });
  fs.lchownSync(dataDir, uid, gid);
}

/** @param {string} folder @param {typeof thisMachine} machine */
function refuseSystemFolder(folder, machine) {
  if (!machine.systemFolders.includes(folder)) return;
  throw new Stop(
    `${folder} is a folder of the system, which is given to no user. Set DATA_DIR to a folder of the portal's own.`,
  );
}

/** @param {string} folder @param {User} user */
function refuseOpen(folder, user) {
  const place = findOpenPlace(folder);
  if (place) throw new Stop(notGiven(folder, user, `others than root can change ${place.file}`));
}

/** @param {string} dataDir @param {User} user */
function refuseForeign(dataDir, user) {
  if (fs.readdirSync(dataDir).every(isOfDrive)) return;
  if (portalFiles.some((name) => fs.existsSync(path.join(dataDir, name)))) return;
  throw new Stop(notGiven(dataDir, user, 'it is not empty and has no data of a portal'));
}

/** @param {string} folder @param {User} user @param {string} reason */
const notGiven = (folder, { name }, reason) =>
  `${folder} is not given to the user ${name}, as whom the portal runs: ${reason}. If the folder is the portal's alone, ` +
  `give it to that user yourself (chown -R ${name}: ${folder}); if not, set DATA_DIR to another folder.`;

/**
 * A portal of root may have its database outside of its data folder. Only a record that root alone can have written is
 * believed, and only a folder that a portal makes.
 * @param {string} dataDir @param {typeof thisMachine} machine
 */
function databaseElsewhere(dataDir, { databases }) {
  const record = path.join(dataDir, 'database.json');
  if (findOpenPlace(record)) return undefined;
  const folder = readFolder(record);
  const isMade = path.dirname(folder) === databases && /^[0-9a-f]{16}$/.test(path.basename(folder));
  return isMade ? folder : undefined;
}

/** A missing or damaged record is up to the portal. @param {string} record */
function readFolder(record) {
  try {
    return String(JSON.parse(fs.readFileSync(record, 'utf8')).folder);
  } catch {
    return '';
  }
}

/**
 * The folder itself last, so that an interrupted start goes on with it. Links are given, not what they point to. Files that
 * also have a name outside of the folder stay root's: the engine's are those of the release.
 * @param {string} given @param {User} user
 */
function giveAll(given, { uid, gid }) {
  const found = closeAndList(fs.realpathSync(given));
  const names = countNames(found);
  for (const { file, state } of found.toReversed()) {
    if (state.isDirectory()) fs.chmodSync(file, state.mode & 0o7777);
    else if (state.nlink > 1 && names.get(inodeOf(file)) !== state.nlink) continue;
    fs.lchownSync(file, uid, gid);
  }
}

/** @typedef {{ file: string, state: fs.Stats }} Found */

/**
 * Everything in the folder, each folder before what is in it. A folder that others may write, such as the database's, is
 * closed before it is read: nobody can put a link there while root goes on.
 * @param {string} folder @param {Found[]} found
 */
function closeAndList(folder, found = []) {
  const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = fs.constants;
  const handle = fs.openSync(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    const state = fs.fstatSync(handle);
    found.push({ file: folder, state });
    if (state.uid !== 0 || isShared(state)) {
      fs.fchownSync(handle, 0, 0);
      fs.fchmodSync(handle, 0o700);
    }
  } finally {
    fs.closeSync(handle);
  }
  for (const name of fs.readdirSync(folder)) {
    const file = path.join(folder, name);
    const state = fs.lstatSync(file);
    if (state.isDirectory()) closeAndList(file, found);
    else found.push({ file, state });
  }
  return found;
}

/** How many names each file with several has in the folder. @param {Found[]} found */
function countNames(found) {
  /** @type {Map<string, number>} */
  const names = new Map();
  for (const { file, state } of found) {
    if (state.isDirectory() || state.nlink === 1) continue;
    const inode = inodeOf(file);
    names.set(inode, (names.get(inode) ?? 0) + 1);
  }
  return names;
}

/** Some file systems have numbers that only fit into large integers. @param {string} file */
function inodeOf(file) {
  const { dev, ino } = fs.lstatSync(file, { bigint: true });
  return `${dev}:${ino}`;
}
