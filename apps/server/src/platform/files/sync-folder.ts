import { open } from 'node:fs/promises';

/** Sees the names in a folder safe on the drive: without it, a rename may be forgotten in a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders, and journals their names.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
