import { defineModule } from '../../module.ts';
import type { Mount } from '../../mount.ts';
import { sendText } from '../../http/compression.ts';
import { sendFile, userContentPolicy } from '../../http/file-reply.ts';
import { emptySnapshot } from '../events/events.service.ts';
import { createSignedUrl, mayStillRead, openContent, readText } from './content/content.service.ts';
import { startFilesJobs } from './files.jobs.ts';
import * as files from './files.service.ts';
import { createFilesState } from './files.state.ts';
import { uploadRoutes } from './uploads/uploads.routes.ts';

export const filesModule = defineModule({
  name: 'files',
  topics: { files: { snapshot: emptySnapshot } },
  routes(mount) {
    fileRoutes(mount);
    uploadRoutes(mount);
  },
  jobs: [startFilesJobs],
  hasOwnLog: true,
  state: createFilesState,
});

function fileRoutes(mount: Mount): void {
  mount('GET /files', ({ ctx, caller }) => files.listFiles(ctx, caller));
  mount('GET /files/usage', ({ ctx }) => files.readUsage(ctx));
  mount('GET /files/{id}', ({ ctx, caller, params }) => files.showFile(ctx, caller, params.id));
  mount('PUT /files/{id}', ({ ctx, caller, params, body }) =>
    files.changeVisibility(ctx, caller, params.id, body.visibility),
  );
  mount('DELETE /files/{id}', async ({ ctx, caller, params }) => {
    await files.deleteFile(ctx, caller, params.id);
    return {};
  });
  mount('POST /files/{id}/restore', ({ ctx, caller, params }) => files.restoreFile(ctx, caller, params.id));
  mount('GET /files/{id}/activity', ({ ctx, caller, params, query }) =>
    files.listActivity(ctx, caller, params.id, query.before),
  );
  mount('POST /files/{id}/download', ({ ctx, caller, params }) => createSignedUrl(ctx, caller, params.id, 'download'));
  mount('POST /files/{id}/view', ({ ctx, caller, params }) => createSignedUrl(ctx, caller, params.id, 'view'));
  mount('GET /files/{id}/raw', async ({ ctx, caller, params, request, reply }) => {
    const text = await readText(ctx, caller, params.id);
    reply.type('text/plain; charset=utf-8').header('content-security-policy', userContentPolicy);
    await sendText(request, reply, text);
  });
  mount('GET /files/{id}/content', ({ ctx, peer, params, query, request, reply }) =>
    sendFile({ request, reply, isAllowed: () => mayStillRead(ctx, peer, params.id, query) }, () =>
      openContent(ctx, peer, params.id, query),
    ),
  );
}
