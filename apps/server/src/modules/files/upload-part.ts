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
  const handle = await shelf.openPart(id);
  if (handle) {
    const { size } = await handle.stat();
    return { handle, received: Math.min(received, size) };
  }
  if (received > 0 && !(await shelf.isThere())) throw driveAway();
  return { handle, received: 0 };
}
