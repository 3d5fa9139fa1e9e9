import type { Mount } from '../../mount.ts';
import { attachment } from '../../plugins/attachment.ts';
import { strangerPolicy } from '../../plugins/file-reply.ts';
import { sendPieces } from '../../plugins/streamed-reply.ts';
import { download } from './download.service.ts';
import * as entries from './entries.service.ts';
import { readLines } from './lines.service.ts';

export function logsModule(mount: Mount): void {
  mount('GET /logs', ({ ctx, query }) => readLines(ctx, query));
  mount('GET /logs/sources', ({ ctx }) => entries.listSources(ctx));
  mount('GET /logs/entries', ({ ctx, query }) => entries.readEntries(ctx, query));
  mount('GET /logs/download', async ({ ctx, query, request, reply }) => {
    const file = await download(ctx, query);
    const name = `logs-${ctx.clock().toISOString().slice(0, 19).replace(/:/g, '-')}.txt`;
    reply
      .type('text/plain; charset=utf-8')
      .headers({ 'content-disposition': attachment(name), 'content-security-policy': strangerPolicy });
    await sendPieces(request, reply, file);
  });
}
