import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { readEntries, searchEntries } from '../journal/journal.service.ts';
import { requireServer } from '../servers/servers.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { requireTribeLog } from '../structures/tribes/tribes.service.ts';
import { pageOf, pageSize, readCursor, toEntry } from './timeline.service.ts';

type Call = 'GET /ark/servers/{id}/tribes/{tribeId}/log';

/**
 * A tribe's log as far back as the journal goes: lines that came live and lines of saves. What the server's own log says
 * about the tribe is left out, because the tribe's log says it too.
 */
export async function readTribeLog(
  ctx: Ctx,
  caller: Caller,
  { id, tribeId }: PartOutput<Call, 'params'>,
  { search, before, ...query }: PartOutput<Call, 'query'>,
): Promise<ReplyOutput<Call>> {
  await requireTribeLog(ctx, caller, id, tribeId);
  const server = await requireServer(ctx, id);
  const filter = {
    ...query,
    serverIds: [id],
    tribeId,
    before: before === undefined ? undefined : readCursor(before),
    limit: pageSize + 1,
  };
  const rows = search ? await searchEntries(ctx, { ...filter, search }) : await readEntries(ctx, filter);
  return pageOf(rows.map((row) => ({ ...row, entry: toEntry(server, row) })));
}
