import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { type Files, files } from '../files.ts';
import { LockedSave, lookAt, type SaveFile, UnreadableSave } from './world-save.ts';
import { isJournalBeside, isSame } from './save-watch.ts';

type CopyFiles = Pick<Files, 'copyFile' | 'rm'>;

const maxBytes = 8 * 1024 ** 3;
/** The agent's events and logs need space on the same disk. */
const minFreeBytes = 64 * 1024 ** 2;

/** Returns false if the game wrote to it during the copy, which may then be half old and half new. */
export async function copySave(save: SaveFile, target: string, through: CopyFiles = files): Promise<boolean> {
  if (save.size > maxBytes) throw new UnreadableSave(`The world save is too big to read (${inMegabytes(save.size)}).`);
  try {
    if (!(await isUntouched(save))) return false;
    await copy(save, target, through);
    return await isUntouched(save);
  } catch (error) {
    await fs.rm(target, { force: true }).catch(() => undefined);
    const { code } = error as NodeJS.ErrnoException;
    // The next poll finds out what happened to it.
    if (code === 'ENOENT' && (await lookAt(save.file).catch(() => undefined)) === undefined) return false;
    throw inWords(error as NodeJS.ErrnoException, save, target);
  }
}

async function isUntouched(save: SaveFile): Promise<boolean> {
  return isSame(save, await lookAt(save.file)) && !(await isJournalBeside(save.file));
}

async function copy({ file, size }: SaveFile, target: string, { copyFile, rm }: CopyFiles): Promise<void> {
  await rm(target, { force: true });
  try {
    // A reflink, where the file system has them, takes neither time nor space.
    await fs.copyFile(file, target, constants.COPYFILE_FICLONE_FORCE);
  } catch {
    const { bavail, bsize } = await fs.statfs(path.dirname(target));
    if (bavail * bsize < size + minFreeBytes) throw Object.assign(new Error('not enough space'), { code: 'ENOSPC' });
    await copyFile(file, target);
  }
  // The copy has the mode of the save, which may be anything.
  await fs.chmod(target, 0o600);
}

function inWords({ code, message }: NodeJS.ErrnoException, { file, size }: SaveFile, target: string): Error {
  if (code === 'EBUSY') {
    const cause = 'such as a virus scanner or a backup';
    return new LockedSave(`${file} is locked by another program, ${cause}. The agent tries again until it is free.`);
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return new UnreadableSave(`The agent has no permission to read ${file}. Give its user read permission.`);
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    const what = `a copy of the save (${inMegabytes(size)})`;
    return new UnreadableSave(
      `There is not enough disk space for ${what} in ${path.dirname(target)}. Free up space, or set "stateDir".`,
    );
  }
  return new UnreadableSave(`The world save could not be copied: ${message}.`);
}

export function inMegabytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(bytes < 10 * 1024 ** 2 ? 1 : 0)} MB`;
}
