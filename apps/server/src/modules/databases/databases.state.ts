import { join, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import type { JsonScan } from '../../platform/json/json-scan.ts';
import { createMutex, type Semaphore } from '../../platform/semaphore.ts';

export type DatabasesState = {
  folder: string;
  /** Mutex for writes: those that wait here hold no connection to PostgreSQL. */
  writes: Semaphore;
  /** LRU cache of scans by version: pages read the same content again and again. */
  scans: Map<string, JsonScan>;
  /** By file: whether it has parts by guild; null if it is not JSON. Valid while the stamp of the file is the same. */
  scopes: Map<string, { stamp: string; isScoped: boolean | null }>;
};

export function createDatabasesState({ DATA_DIR, DATABASES_DIR }: Config): DatabasesState {
  return {
    folder: resolve(DATABASES_DIR ?? join(DATA_DIR, 'databases')),
    writes: createMutex(),
    scans: new Map(),
    scopes: new Map(),
  };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    databases: DatabasesState;
  }
}
