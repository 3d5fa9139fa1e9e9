import { constants } from 'node:fs';
import { access, copyFile, mkdir, open, readdir, rename, rm, stat, statfs, type FileHandle } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { markFolder, readMark } from './folder-mark.ts';
import { orNothing } from './or-nothing.ts';
import { syncFolder } from './sync-folder.ts';

export type Part = { name: string; changedAt: Date };

/** The folder is not there, or is another one: its drive is away. */
export class ShelfAwayError extends Error {}

/**
 * A folder of big things under names of ours: `parts` is what still comes, `kept` is what is whole. A name is an id,
 * never what a person typed.
 */
export type Shelf = {
  /** Makes the folders. Whoever asks has to know that there never were any: a drive may only be away. */
  make(): Promise<void>;
  /** Begins a part; fails where there is one of this name. */
  createPart(name: string): Promise<FileHandle>;
  /** Opens a part to go on with it; undefined where there is none. */
  openPart(name: string): Promise<FileHandle | undefined>;
  /** Makes it another file with the same content, where it is there: whoever has the old one open writes into nothing. */
  replacePart(name: string): Promise<void>;
  /** Sees the names of the parts safe on the drive. */
  syncParts(): Promise<void>;
  /** Moves a whole and flushed part among the kept, safe against a power cut when it answers. Again does no harm. */
  keep(name: string): Promise<void>;
  /** The same for several, under other names. */
  keepAll(parts: { part: string; as: string }[]): Promise<void>;
  /** Opens what is kept, for reading; undefined where there is none. */
  open(name: string): Promise<FileHandle | undefined>;
  removePart(name: string): Promise<void>;
  remove(name: string): Promise<void>;
  listParts(): Promise<Part[]>;
  listKept(): Promise<string[]>;
  /** Whether the folders are there, and the same as ever: a drive that is away has nothing, and that says nothing. */
  isThere(): Promise<boolean>;
  /** Whether they have been there since this process started. */
  wasThere(): boolean;
  /** Bytes that the drive has left for us. */
  freeBytes(): Promise<number>;
};

const nameRule = /^[\w-]{8,64}$/;
const { COPYFILE_FICLONE, O_CREAT, O_EXCL, O_RDONLY, O_RDWR } = constants;
/** Windows has no such flag. */
const O_NOFOLLOW = process.platform === 'win32' ? 0 : constants.O_NOFOLLOW;

export function createShelf(folder: string): Shelf {
  const root = resolve(folder);
  const parts = join(root, 'parts');
  const kept = join(root, 'kept');
  let seen: string | undefined;
  const isThere = async () => {
    const mark = await readMark(root);
    if (!(await isPresent(parts)) || !(await isPresent(kept))) return false;
    seen ??= mark;
    return mark === seen;
  };
  const requireThere = async () => {
    if (!(await isThere())) throw new ShelfAwayError('The folder is not there');
  };
  const keepAll: Shelf['keepAll'] = async (moved) => {
    for (const { part, as } of moved) await move(place(parts, part), place(kept, as));
    await syncFolder(kept);
    await syncFolder(parts);
  };
  return {
    async make() {
      await mkdir(root, { recursive: true, mode: 0o700 });
      // Before the rest: whoever finds the folders finds their mark.
      const mark = await markFolder(root);
      for (const below of [parts, kept]) await mkdir(below, { recursive: true, mode: 0o700 });
      await syncFolder(root);
      seen = mark;
    },
    async createPart(name) {
      const path = place(parts, name);
      await requireThere();
      return open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
    },
    openPart: (name) => orNothing(open(place(parts, name), O_RDWR | O_NOFOLLOW)),
    async replacePart(name) {
      const copy = place(parts, `copy-${name}`);
      await rm(copy, { force: true });
      const isCopied = await orNothing(copyFile(place(parts, name), copy, COPYFILE_FICLONE).then(() => true));
      if (!isCopied) return;
      await syncFile(copy);
      await rename(copy, place(parts, name));
      await syncFolder(parts);
    },
    syncParts: () => syncFolder(parts),
    keep: (name) => keepAll([{ part: name, as: name }]),
    keepAll,
    open: (name) => orNothing(open(place(kept, name), O_RDONLY | O_NOFOLLOW)),
    removePart: (name) => rm(place(parts, name), { force: true }),
    remove: (name) => rm(place(kept, name), { force: true }),
    listParts: async () => (await Promise.all((await namesIn(parts)).map((name) => readPart(parts, name)))).flat(),
    listKept: () => namesIn(kept),
    isThere,
    wasThere: () => seen !== undefined,
    async freeBytes() {
      await requireThere();
      const { bavail, bsize } = await statfs(kept);
      return bavail * bsize;
    },
  };
}

function place(below: string, name: string): string {
  if (!nameRule.test(name)) throw new Error('This is no name of ours');
  return join(below, name);
}

/** It is there already where another one has moved it. */
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
  // It may go away at this very moment.
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
