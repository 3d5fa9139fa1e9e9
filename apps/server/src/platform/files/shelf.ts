import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, statfs, type FileHandle } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { syncFolder } from './sync-folder.ts';

export type Stored = { name: string; bytes: number; changedAt: Date };

/**
 * A folder of big things under names of ours: `parts` is what still comes, `kept` is what is whole. A name is an id,
 * never what a person typed.
 */
export type Shelf = {
  /** Begins a part; fails where there is one of this name. */
  createPart(name: string): Promise<FileHandle>;
  /** Opens a part to go on with it; undefined where there is none. */
  openPart(name: string): Promise<FileHandle | undefined>;
  /** Moves a whole and flushed part among the kept, safe against a power cut when it answers. */
  keep(name: string): Promise<void>;
  /** Opens what is kept, for reading; undefined where there is none. */
  open(name: string): Promise<FileHandle | undefined>;
  removePart(name: string): Promise<void>;
  remove(name: string): Promise<void>;
  listParts(): Promise<Stored[]>;
  listKept(): Promise<Stored[]>;
  /** Bytes that the drive has left for us. */
  freeBytes(): Promise<number>;
};

const nameRule = /^[\w-]{8,64}$/;
const { O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_RDONLY, O_RDWR } = constants;

export function createShelf(folder: string): Shelf {
  const root = resolve(folder);
  const parts = join(root, 'parts');
  const kept = join(root, 'kept');
  const place = (below: string, name: string) => {
    if (!nameRule.test(name)) throw new Error('This is no name of ours');
    return join(below, name);
  };
  const make = async () => {
    for (const below of [parts, kept]) await mkdir(below, { recursive: true, mode: 0o700 });
  };
  return {
    async createPart(name) {
      await make();
      return open(place(parts, name), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
    },
    openPart: (name) => orNothing(open(place(parts, name), O_RDWR | O_NOFOLLOW)),
    async keep(name) {
      await rename(place(parts, name), place(kept, name));
      await syncFolder(kept);
      await syncFolder(parts);
    },
    open: (name) => orNothing(open(place(kept, name), O_RDONLY | O_NOFOLLOW)),
    removePart: (name) => rm(place(parts, name), { force: true }),
    remove: (name) => rm(place(kept, name), { force: true }),
    listParts: () => list(parts),
    listKept: () => list(kept),
    async freeBytes() {
      await make();
      const { bavail, bsize } = await statfs(root);
      return bavail * bsize;
    },
  };
}

async function list(folder: string): Promise<Stored[]> {
  const names = (await orNothing(readdir(folder))) ?? [];
  const found = names
    .filter((name) => nameRule.test(name))
    .map(async (name) => {
      // It may go away at this very moment.
      const state = await orNothing(stat(join(folder, name)));
      return state?.isFile() ? [{ name, bytes: state.size, changedAt: state.mtime }] : [];
    });
  return (await Promise.all(found)).flat();
}

async function orNothing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
