import type { FileHandle } from 'node:fs/promises';
import type { Shelf } from '../../platform/files/shelf.ts';
import { driveAway } from './storage-errors.ts';

/** Where an upload really is: a part that lies on the drive, and how many of its bytes can be relied on. */
export type UploadPart = { handle: FileHandle | undefined; received: number };

/** Opens the part to go on with. A part that has less than was thought, or is gone, goes on from there. */
export async function openUploadPart(
  shelf: Shelf,
  { id, received }: { id: string; received: number },
): Promise<UploadPart> {
  const handle = await findPart(shelf, id);
  if (handle) {
    const { size } = await handle.stat();
    return { handle, received: Math.min(received, size) };
  }
  return { handle, received: 0 };
}

/** A part is gone only where its folder is there: of what lies on a drive that is away nothing is known. */
async function findPart(shelf: Shelf, id: string): Promise<FileHandle | undefined> {
  const handle = await shelf.openPart(id);
  if (handle) return handle;
  if (!(await shelf.isThere())) throw driveAway();
  // It may have come back just now.
  return shelf.openPart(id);
}
