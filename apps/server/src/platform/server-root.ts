import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this workspace, from the sources as from the bundle. */
export const serverRoot = findRoot(dirname(fileURLToPath(import.meta.url)));

/** Of this portal. */
export const version = (JSON.parse(readFileSync(join(serverRoot, 'package.json'), 'utf8')) as { version: string })
  .version;

function findRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder));
}
