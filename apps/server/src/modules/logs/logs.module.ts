import { defineModule } from '../../module.ts';
import { attachment } from '../../http/attachment.ts';
import { userContentPolicy } from '../../http/file-reply.ts';
import { gauge } from '../../platform/metrics/metric.ts';
import { sendPieces } from '../../http/streamed-reply.ts';
import { download } from './search/download.service.ts';
import * as entries from './search/entries.service.ts';
import { readLines } from './search/lines.service.ts';
import { emptySnapshot } from '../events/events.service.ts';
import { startLogsJobs } from './logs.jobs.ts';
import { createLogsState } from './logs.state.ts';

export const logsModule = defineModule({
  name: 'logs',
  state: createLogsState,
  topics: { logs: { snapshot: emptySnapshot } },
  metrics: ({ state }) => [
    gauge({ name: 'tribehall_log_buffer', help: 'Log entries that are not written yet.' }, () =>
      state.logs.buffer.size(),
    ),
  ],
  jobs: [startLogsJobs],
  // So that what the other modules log while they stop is stored, too.
  stops: 'last',
  routes(mount) {
    mount('GET /logs', ({ ctx, query }) => readLines(ctx, query));
    mount('GET /logs/sources', ({ ctx }) => entries.listSources(ctx));
    mount('GET /logs/entries', ({ ctx, query }) => entries.readEntries(ctx, query));
    mount('GET /logs/download', async ({ ctx, query, request, reply }) => {
      const file = await download(ctx, query);
      const name = `logs-${ctx.clock().toISOString().slice(0, 19).replace(/:/g, '-')}.txt`;
      reply
        .type('text/plain; charset=utf-8')
        .headers({ 'content-disposition': attachment(name), 'content-security-policy': userContentPolicy });
      await sendPieces(request, reply, file);
    });
  },
});
