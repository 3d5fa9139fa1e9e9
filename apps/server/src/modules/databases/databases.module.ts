import { join, resolve } from 'node:path';
import { defineModule } from '../../module.ts';
import { listDatabases, readDatabase } from './databases.service.ts';
import { writeDatabase } from './edits.service.ts';
import { listVersions, readVersion, restoreVersion } from './versions.service.ts';
import { emptySnapshot } from '../events/events.service.ts';
import { startDatabasesJobs } from './databases.jobs.ts';
import { createMirror, hasDatabaseMirror, type Mirror } from './mirror-records.ts';
import type { Config } from '../../config.ts';
import type { JsonScan } from '../../platform/json/json-scan.ts';
import { createMutex, type Semaphore } from '../../platform/semaphore.ts';

export const databasesModule = defineModule({
  name: 'databases',
  topics: { databases: { snapshot: emptySnapshot } },
  jobs: [startDatabasesJobs],
  hasOwnLog: true,
  state: createDatabasesState,
  routes(mount) {
    mount('GET /databases', ({ ctx }) => listDatabases(ctx));
    mount('GET /databases/{file}', ({ ctx, params, query }) => readDatabase(ctx, params.file, query));
    mount('POST /databases/{file}', ({ ctx, caller, params, body }) => writeDatabase(ctx, caller, params.file, body));
    mount('GET /databases/{file}/*', ({ ctx, params, query }) => readDatabase(ctx, nameOf(params), query));
    mount('POST /databases/{file}/*', ({ ctx, caller, params, body }) =>
      writeDatabase(ctx, caller, nameOf(params), body),
    );
    mount('GET /databases/{file}/versions', ({ ctx, params }) => listVersions(ctx, params.file));
    mount('GET /databases/{file}/versions/{versionId}', ({ ctx, params }) =>
      readVersion(ctx, params.file, params.versionId),
    );
    mount('POST /databases/{file}/versions/{versionId}/restore', ({ ctx, caller, params, body }) =>
      restoreVersion(ctx, caller, params, body.version),
    );
  },
});
/** The name of a database whose slashes are not encoded in the address. */
const nameOf = ({ file, '*': rest }: { file: string; '*': string }) => `${file}/${rest}`;

type DatabasesState = {
  folder: string;
  /** Only where PostgreSQL holds the truth; otherwise the files do. */
  mirror: Mirror | undefined;
  /** Mutex for writes: those that wait here hold no connection to PostgreSQL. */
  writes: Semaphore;
  /** LRU cache of scans by version: pages read the same content again and again. */
  scans: Map<string, JsonScan>;
  /** By file: whether it has parts by guild; null if it is not JSON. Valid while the stamp of the file is the same. */
  scopes: Map<string, { stamp: string; isScoped: boolean | null }>;
};

function createDatabasesState(config: Config): DatabasesState {
  const { DATA_DIR, DATABASES_DIR } = config;
  return {
    folder: resolve(DATABASES_DIR ?? join(DATA_DIR, 'databases')),
    mirror: hasDatabaseMirror(config) ? createMirror(config) : undefined,
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
