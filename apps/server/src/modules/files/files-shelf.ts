import { join } from 'node:path';
import { createShelf } from '../../platform/files/shelf.ts';
import { perPortal } from '../../platform/per-portal.ts';

/** Where the contents of files lie. */
export const filesShelf = perPortal(({ DATA_DIR, FILES_DIR }) => createShelf(FILES_DIR ?? join(DATA_DIR, 'files')));
