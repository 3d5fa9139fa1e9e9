import { join, resolve } from 'node:path';
import { perPortal } from '../../platform/per-portal.ts';

/** Where the databases lie. */
export const databasesFolder = perPortal(({ DATA_DIR, DATABASES_DIR }) =>
  resolve(DATABASES_DIR ?? join(DATA_DIR, 'databases')),
);

export function isDatabaseName(name: string): boolean {
  return name.endsWith('.json') && name.length <= 512;
}
