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
import {
  BlobStoreUnavailableError,
  isBlobName,
  requireBlobName,
  type BlobStore,
  type OpenPart,
  type Part,
} from './blob-store.ts';
import { fileSource } from './byte-source.ts';
import { orNothing } from './or-nothing.ts';
import { syncFolder } from './sync-folder.ts';
import { writeAll } from './write-all.ts';

const { COPYFILE_FICLONE, O_CREAT, O_EXCL, O_RDONLY, O_RDWR } = constants;
/** Windows has no such flag. */
const O_NOFOLLOW = process.platform === 'win32' ? 0 : constants.O_NOFOLLOW;

/** Blobs in a folder: `parts` holds those that are still being received, `kept` those that are committed. */
export function createFolderBlobStore(folder: string): BlobStore {
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
      return openPartFile(await open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600));
    },
    async openPart(name, _, received) {
      const handle = await orNothing(open(pathIn(parts, name), O_RDWR | O_NOFOLLOW));
      // What was not acknowledged may have holes after a power cut.
      return handle && { part: openPartFile(handle), bytes: Math.min(received, (await handle.stat()).size) };
    },
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
    commitAll,
    async open(name) {
      const handle = await orNothing(open(pathIn(committed, name), O_RDONLY | O_NOFOLLOW));
      return handle && fileSource(handle);
    },
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
  return join(folder, requireBlobName(name));
}

function openPartFile(handle: FileHandle): OpenPart {
  let end: number | undefined;
  return {
    async write(chunks, position) {
      const done = await writeAll(handle, chunks, position);
      end = position + done.bytes;
      return done;
    },
    async flush() {
      const written = end ?? (await handle.stat()).size;
      await handle.datasync();
      return written;
    },
    async complete() {
      await handle.sync();
      return { ...(await fileSource(handle)), close: async () => {} };
    },
    close: () => handle.close(),
  };
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
  return names.filter(isBlobName);
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
