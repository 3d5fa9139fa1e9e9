import { fileURLToPath } from 'node:url';
import path from 'node:path';

/** The repository's root folder. */
export const root = path.resolve(fileURLToPath(new URL('..', import.meta.url)));

/** May be deleted at any time: unfinished builds, compiled programs, test reports. */
export const cacheFolder = path.join(root, '.cache');
