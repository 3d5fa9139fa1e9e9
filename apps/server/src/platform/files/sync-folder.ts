import { open } from 'node:fs/promises';

/** Flushes the entries of a folder: without it, a power cut may undo a rename. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows can't open folders, and journals their entries itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
