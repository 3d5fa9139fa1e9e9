import type { Dirent } from 'node:fs';
import { lstat, mkdir, readdir, realpath } from 'node:fs/promises';
import { orGone } from './or-nothing.ts';
import { pinFolder, type PinnedFolder } from './pinned-folder.ts';

/** A listed file, in its open folder. */
export type TreePath = { folder: PinnedFolder; name: string };
export type TreeFile = { name: string; bytes: number; changedAt: Date; stamp: string };
/** `refused`: symbolic links, and files with more than one hard link, which are never read. */
export type TreeListing = { files: TreeFile[]; refused: string[] };

const maxDepth = 16;

/** All files below a folder, without links and hidden files. Names are relative paths with slashes. */
export async function listTree(root: string, isOurs: (name: string) => boolean): Promise<TreeListing> {
  const listing: TreeListing = { files: [], refused: [] };
  for (const parents of await listFolders(root)) {
    await inFolder(root, parents, async (folder) => {
      for (const entry of await entriesOf(folder)) {
        const name = [...parents, entry.name].join('/');
        if (entry.isDirectory() || !(isOurs(name) || entry.isSymbolicLink())) continue;
        const file = entry.isFile() ? await readEntry(folder, entry.name, name) : undefined;
        if (file) listing.files.push(file);
        else listing.refused.push(name);
      }
    });
  }
  listing.files.sort((a, b) => (a.name < b.name ? -1 : 1));
  return listing;
}

/**
 * Runs `work` with the file of that name; undefined if it is not listed. The requested name is only compared with
 * listed names, part by part, and never becomes part of a path.
 */
export async function atFile<T>(
  root: string,
  name: string,
  work: (file: TreePath) => Promise<T>,
): Promise<T | undefined> {
  const parts = name.split('/');
  const last = parts.pop() ?? '';
  const found = await inFolder(root, parts, async (folder) => {
    const entry = (await entriesOf(folder)).find((each) => each.name === last && each.isFile());
    return entry ? { value: await work({ folder, name: entry.name }) } : undefined;
  });
  return found?.value;
}

/** Runs `work` in a folder of the tree; undefined if it is not listed. */
export async function inFolder<T>(
  root: string,
  parts: readonly string[],
  work: (folder: PinnedFolder) => Promise<T>,
): Promise<T | undefined> {
  let folder = await orGone(realpath(root).then(pinFolder));
  try {
    for (const part of parts) {
      if (!folder) return undefined;
      const entry: Dirent | undefined = (await entriesOf(folder)).find(
        (each) => each.name === part && each.isDirectory(),
      );
      const next: PinnedFolder | undefined = entry && (await orGone(pinFolder(`${folder.path}/${entry.name}`)));
      await folder.close();
      folder = next;
    }
    return folder && (await work(folder));
  } finally {
    await folder?.close();
  }
}

/** Creates missing folders and flushes each to the drive. The names must come from the portal. */
export async function makeFolders(root: string, parts: readonly string[]): Promise<void> {
  for (const [index, part] of parts.entries())
    await inFolder(root, parts.slice(0, index), async (folder) => {
      if ((await entriesOf(folder)).some(({ name }) => name === part)) return;
      await mkdir(`${folder.path}/${part}`, { mode: 0o700 });
      await folder.sync();
    });
}

/** The path of each folder as a list of names, parents before children. */
export async function listFolders(root: string): Promise<string[][]> {
  const folders: string[][] = [[]];
  // Breadth-first: the list grows during the iteration.
  for (const parents of folders) {
    if (parents.length >= maxDepth) continue;
    await inFolder(root, parents, async (folder) => {
      for (const entry of await entriesOf(folder)) if (entry.isDirectory()) folders.push([...parents, entry.name]);
    });
  }
  return folders;
}

async function entriesOf({ path }: PinnedFolder): Promise<Dirent[]> {
  const entries = await readdir(path, { withFileTypes: true });
  return entries.filter(({ name }) => !name.startsWith('.'));
}

async function readEntry({ path }: PinnedFolder, entry: string, name: string): Promise<TreeFile | undefined> {
  const state = await orGone(lstat(`${path}/${entry}`, { bigint: true }));
  if (!state?.isFile() || state.nlink !== 1n) return undefined;
  const stamp = stampOf(state);
  return { name, bytes: Number(state.size), changedAt: state.mtime, stamp };
}

/** Differs if the content may differ. */
export function stampOf(state: { ino: bigint; size: bigint; mtimeNs: bigint; ctimeNs: bigint }): string {
  return [state.ino, state.size, state.mtimeNs, state.ctimeNs].join(' ');
}
