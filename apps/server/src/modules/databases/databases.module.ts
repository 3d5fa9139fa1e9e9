import { defineModule } from '../../module.ts';
import { listDatabases, readDatabase } from './databases.service.ts';
import { writeDatabase } from './edits.service.ts';
import { listVersions, readVersion, restoreVersion } from './versions.service.ts';
import { emptySnapshot } from '../events/events.service.ts';
import { startDatabasesJobs } from './databases.jobs.ts';
import { createDatabasesState } from './databases.state.ts';

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
