import { link } from 'node:fs/promises';

/** Another name for a file; not every file system has them. */
export async function hardLink(path: string, other: string): Promise<void> {
  await link(path, other);
}
