import { defineModule } from '../../module.ts';
import { sendFile } from '../../http/file-reply.ts';
import * as recordings from './recordings.service.ts';
import * as terminal from './terminal.service.ts';
import { collectLines, streamRun } from './terminal.replies.ts';
import { createTerminalState } from './terminal.state.ts';
import { startTerminalJobs } from './terminal.jobs.ts';

export const terminalModule = defineModule({
  name: 'terminal',
  state: createTerminalState,
  jobs: [startTerminalJobs],
  // A command may run for minutes; the portal would wait for its response.
  stops: 'first',
  routes(mount) {
    mount('GET /terminal', ({ ctx, caller }) => terminal.state(ctx, caller));
    mount('POST /terminal', async ({ ctx, caller, body, reply }) => {
      const run = await terminal.prepare(ctx, caller, body);
      reply.raw.once('close', () => run.end('disconnected'));
      // The client may have disconnected meanwhile.
      if (reply.raw.destroyed) run.end('disconnected');
      return collectLines(run);
    });
    mount('POST /terminal/runs', async ({ ctx, caller, body, reply }) =>
      streamRun(reply, await terminal.prepare(ctx, caller, body)),
    );
    mount('DELETE /terminal/runs/{id}', async ({ ctx, caller, params }) => {
      await terminal.stop(ctx, caller, params.id);
      return {};
    });
    mount('GET /terminal/recordings', ({ ctx, query }) => recordings.listRecordings(ctx, query.before));
    mount('GET /terminal/recordings/{id}', ({ ctx, caller, params, request, reply }) =>
      sendFile({ request, reply }, () => recordings.openForReading(ctx, caller, params.id)),
    );
    mount('DELETE /terminal/recordings/{id}', async ({ ctx, caller, params }) => {
      await recordings.removeRecording(ctx, caller, params.id);
      return {};
    });
  },
});
