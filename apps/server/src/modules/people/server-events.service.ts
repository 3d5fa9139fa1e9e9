import { journalKinds, type JournalKind, type ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { newestFirst, readEntries } from '../journal/journal.service.ts';
import { readVisits } from '../journal/presence.service.ts';
import { requireServer } from '../servers/servers.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { readExtent, type Extent } from './people.policy.ts';
import { placeVisits, publicKinds, toEntry, visitKinds } from './timeline.service.ts';

const limit = 20;
const withinMs = 7 * 24 * 60 * 60 * 1000;

/** Everyone sees whether a server is up. */
const serverKinds: readonly JournalKind[] = ['up', 'down', 'started'];
/** Saves come by the minute, and lines that nobody understands say little. */
const noise: readonly JournalKind[] = ['saved', 'other', ...visitKinds];

const kindsByExtent: Record<Extent, readonly JournalKind[]> = {
  all: journalKinds.filter((kind) => !noise.includes(kind)),
  public: [...serverKinds, ...publicKinds],
  none: serverKinds,
};

/** What happened on a server lately, without the logs of tribes. */
export async function readServerEvents(
  ctx: Ctx,
  caller: Caller,
  serverId: string,
): Promise<ReplyOutput<'GET /ark/servers/{id}/events'>> {
  const server = await requireServer(ctx, serverId);
  const extent = await readExtent(ctx, caller, serverId);
  const from = new Date(ctx.clock().getTime() - withinMs);
  const find = (kinds: readonly JournalKind[], most: number) =>
    readEntries(ctx, { serverIds: [serverId], kinds, isPublic: true, from, limit: most });
  const [events, visits, saves] = await Promise.all([
    find(kindsByExtent[extent], limit),
    extent === 'none' ? [] : readVisits(ctx, serverId, { from, limit }),
    find(['saved'], 1),
  ]);
  const placed = [
    ...events.map((row) => ({ ...row, entry: toEntry(server, row) })),
    ...visits.flatMap((row) => placeVisits(server, row)),
  ];
  return {
    entries: placed
      .toSorted(newestFirst)
      .slice(0, limit)
      .map(({ entry }) => entry),
    isHistoryVisible: extent !== 'none',
    savedAt: saves[0]?.at ?? null,
  };
}
