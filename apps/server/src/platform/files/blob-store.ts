import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import {
  access,
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
  type FileHandle,
} from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { orNothing } from './or-nothing.ts';
import { syncFolder } from './sync-folder.ts';

export type Part = { name: string; changedAt: Date };

/** The folder is missing, or another folder is at its path: its drive is not mounted. */
export class BlobStoreUnavailableError extends Error {}

/**
 * Blobs in a folder: `parts` holds those that are still being received, `kept` those that are committed. A name is an id
 * of ours, never what a user typed.
 */
export type BlobStore = {
  /** Creates the folders. Only for a store that never existed: otherwise its drive may just not be mounted. */
  create(): Promise<void>;
  /** Creates a part; fails if one of this name exists. */
  createPart(name: string): Promise<FileHandle>;
  /** Opens a part to append to it; undefined if there is none. */
  openPart(name: string): Promise<FileHandle | undefined>;
  /** Replaces a part by a copy of itself: a process that still has the old one open writes to a deleted file. */
  replacePart(name: string): Promise<void>;
  /** Flushes the names of the parts. */
  syncParts(): Promise<void>;
  /** Makes a complete and flushed part a blob; durable when it returns. Idempotent. */
  commit(name: string): Promise<void>;
  /** The same for several parts, under other names. */
  commitAll(parts: { part: string; as: string }[]): Promise<void>;
  /** Opens a blob for reading; undefined if there is none. */
  open(name: string): Promise<FileHandle | undefined>;
  removePart(name: string): Promise<void>;
  remove(name: string): Promise<void>;
  listParts(): Promise<Part[]>;
  list(): Promise<string[]>;
  /** Whether the folders are there and the same as before: an unmounted drive has nothing, which means nothing. */
  isAvailable(): Promise<boolean>;
  /** Whether they have been there since this process started. */
  wasAvailable(): boolean;
  /** Bytes on the drive that are free for us. */
  freeBytes(): Promise<number>;
};

const nameRule = /^[\w-]{8,64}$/;
const { COPYFILE_FICLONE, O_CREAT, O_EXCL, O_RDONLY, O_RDWR } = constants;
/** Windows has no such flag. */
const O_NOFOLLOW = process.platform === 'win32' ? 0 : constants.O_NOFOLLOW;

export function createBlobStore(folder: string): BlobStore {
  const root = resolve(folder);
  const parts = join(root, 'parts');
  const committed = join(root, 'kept');
  let knownMark: string | undefined;
  const isAvailable = async () => {
    const mark = await readMark(root);
    if (!(await isPresent(parts)) || !(await isPresent(committed))) return false;
    knownMark ??= mark;
    return mark === knownMark;
  };
  const requireAvailable = async () => {
    if (!(await isAvailable())) throw new BlobStoreUnavailableError('The folder of the blob store is missing');
  };
  const commitAll: BlobStore['commitAll'] = async (moved) => {
    for (const { part, as } of moved) await move(pathIn(parts, part), pathIn(committed, as));
    await syncFolder(committed);
    await syncFolder(parts);
  };
  return {
    async create() {
      await mkdir(root, { recursive: true, mode: 0o700 });
      // Before the folders: a process that finds them must also find the mark.
      const mark = await markFolder(root);
      for (const path of [parts, committed]) await mkdir(path, { recursive: true, mode: 0o700 });
      await syncFolder(root);
      knownMark = mark;
    },
    async createPart(name) {
      const path = pathIn(parts, name);
      await requireAvailable();
      return open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
    },
    openPart: (name) => orNothing(open(pathIn(parts, name), O_RDWR | O_NOFOLLOW)),
    async replacePart(name) {
      const copy = pathIn(parts, `copy-${name}`);
      await rm(copy, { force: true });
      const isCopied = await orNothing(copyFile(pathIn(parts, name), copy, COPYFILE_FICLONE).then(() => true));
      if (!isCopied) return;
      await syncFile(copy);
      await rename(copy, pathIn(parts, name));
      await syncFolder(parts);
    },
    syncParts: () => syncFolder(parts),
    commit: (name) => commitAll([{ part: name, as: name }]),
    commitAll,
    open: (name) => orNothing(open(pathIn(committed, name), O_RDONLY | O_NOFOLLOW)),
    removePart: (name) => rm(pathIn(parts, name), { force: true }),
    remove: (name) => rm(pathIn(committed, name), { force: true }),
    listParts: async () => (await Promise.all((await namesIn(parts)).map((name) => readPart(parts, name)))).flat(),
    list: () => namesIn(committed),
    isAvailable,
    wasAvailable: () => knownMark !== undefined,
    async freeBytes() {
      await requireAvailable();
      const { bavail, bsize } = await statfs(committed);
      return bavail * bsize;
    },
  };
}

function pathIn(folder: string, name: string): string {
  if (!nameRule.test(name)) throw new Error('This is not a valid blob name');
  return join(folder, name);
}

/** Idempotent: another process may have moved it already. */
async function move(from: string, to: string): Promise<void> {
  if ((await orNothing(rename(from, to).then(() => true))) === undefined) await access(to);
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readPart(folder: string, name: string): Promise<Part[]> {
  // It may be removed at this moment.
  const state = await orNothing(stat(join(folder, name)));
  return state?.isFile() ? [{ name, changedAt: state.mtime }] : [];
}

async function namesIn(folder: string): Promise<string[]> {
  const names = (await orNothing(readdir(folder))) ?? [];
  return names.filter((name) => nameRule.test(name));
}

async function isPresent(path: string): Promise<boolean> {
  return (await orNothing(stat(path))) !== undefined;
}

const markName = 'folder.id';

/** Identifies the folder: another drive may be mounted at the same path. Empty if it was never marked. */
async function readMark(folder: string): Promise<string> {
  return ((await orNothing(readFile(join(folder, markName), 'utf8'))) ?? '').trim();
}

/** Marks a folder that has no mark yet; if several processes do so at once, they agree on one. */
async function markFolder(folder: string): Promise<string> {
  const known = await readMark(folder);
  if (known) return known;
  const mark = randomBytes(8).toString('hex');
  const file = join(folder, markName);
  const fresh = `${file}.${mark}`;
  await writeFile(fresh, mark, { mode: 0o600, flush: true });
  try {
    await link(fresh, file);
  } catch (error) {
    // Not every file system has hard links.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rename(fresh, file);
  }
  await rm(fresh, { force: true });
  return readMark(folder);
}
