import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this workspace, from the sources as from the bundle. */
export const serverRoot = findRoot(dirname(fileURLToPath(import.meta.url)));

function findRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder));
}
