import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { orNothing } from './or-nothing.ts';

const markName = 'folder.id';

/** By what a folder is told from another one at the same place. Empty where it was never marked. */
export async function readMark(folder: string): Promise<string> {
  return ((await orNothing(readFile(join(folder, markName), 'utf8'))) ?? '').trim();
}

/** Marks a folder that has no mark yet; of several at once one decides. */
export async function markFolder(folder: string): Promise<string> {
  const known = await readMark(folder);
  if (known) return known;
  const mark = randomBytes(8).toString('hex');
  const file = join(folder, markName);
  const fresh = `${file}.${mark}`;
  await writeFile(fresh, mark, { mode: 0o600, flush: true });
  try {
    await link(fresh, file);
  } catch (error) {
    // Not every drive has links.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rename(fresh, file);
  }
  await rm(fresh, { force: true });
  return readMark(folder);
}
