import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { fieldError } from '../../errors.ts';
import { readPresent, readSessions, type SessionRow } from '../journal/presence.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { mayListPresence, readSight, serversSeen, type Sight } from './people.policy.ts';

type Playtime = ReplyOutput<'GET /ark/players/{playerId}/playtime'>;
type Presence = ReplyOutput<'GET /ark/presence'>;
type PresenceQuery = PartOutput<'GET /ark/presence', 'query'>;

const dayMs = 24 * 60 * 60 * 1000;
const maxSessions = 5_000;
const maxListed = 200;
const maxPresent = 1_000;

/** When someone played, by the reader's days. */
export async function readPlaytime(
  ctx: Ctx,
  caller: Caller,
  playerId: string,
  { days, offset }: { days: number; offset: number },
): Promise<Playtime> {
  const sight = await readSight(ctx, caller);
  const seen = serversSeen(sight, playerId);
  const now = ctx.clock();
  const offsetMs = offset * 60_000;
  const today = Math.floor((now.getTime() + offsetMs) / dayMs);
  const from = new Date((today - days + 1) * dayMs - offsetMs);
  const filter = { playerId, serverIds: [...seen.all, ...seen.public], from, limit: maxSessions };
  const sessions = filter.serverIds.length === 0 ? [] : await readSessions(ctx, filter);
  return {
    days: splitByDay(sessions, { from, now, offsetMs }),
    servers: sumByServer(sight, sessions, { from, now }),
    sessions: sessions.slice(0, maxListed).map((row) => toSession(sight, row)),
  };
}

/** A session over midnight counts for both days. */
export function splitByDay(
  sessions: readonly Pick<SessionRow, 'beganAt' | 'endedAt'>[],
  { from, now, offsetMs }: { from: Date; now: Date; offsetMs: number },
): Playtime['days'] {
  const byDay = new Map<number, number>();
  for (const { beganAt, endedAt } of sessions) {
    let at = Math.max(beganAt.getTime(), from.getTime());
    const end = (endedAt ?? now).getTime();
    while (at < end) {
      const day = Math.floor((at + offsetMs) / dayMs);
      const next = Math.min(end, (day + 1) * dayMs - offsetMs);
      byDay.set(day, (byDay.get(day) ?? 0) + next - at);
      at = next;
    }
  }
  return [...byDay]
    .toSorted(([a], [b]) => a - b)
    .map(([day, ms]) => ({ date: new Date(day * dayMs).toISOString().slice(0, 10), ms }));
}

function sumByServer(
  sight: Sight,
  sessions: readonly SessionRow[],
  { from, now }: { from: Date; now: Date },
): Playtime['servers'] {
  const byServer = new Map<string, number>();
  for (const { serverId, beganAt, endedAt } of sessions) {
    const ms = (endedAt ?? now).getTime() - Math.max(beganAt.getTime(), from.getTime());
    byServer.set(serverId, (byServer.get(serverId) ?? 0) + Math.max(0, ms));
  }
  return [...byServer].toSorted(([, a], [, b]) => b - a).map(([id, ms]) => ({ server: placeOf(sight, id), ms }));
}

/** Who was on, on servers whose history the caller may see. */
export async function listPresent(ctx: Ctx, caller: Caller, query: PresenceQuery): Promise<Presence> {
  const { from, until = from, serverId, clusterId } = query;
  if (until < from) throw fieldError('BAD_REQUEST', 'until', 'The end must not be before the beginning.');
  const sight = await readSight(ctx, caller);
  const servers = [...sight.servers.values()].filter(
    (server) =>
      mayListPresence(server) &&
      (serverId === undefined || server.id === serverId) &&
      (clusterId === undefined || server.clusterId === clusterId),
  );
  if (servers.length === 0) return { sessions: [], isCut: false };
  const ids = servers.map(({ id }) => id);
  const rows = await readPresent(ctx, { from, until }, ids, maxPresent + 1);
  const sessions = rows.slice(0, maxPresent).map((row) => ({ playerId: row.playerId, ...toSession(sight, row) }));
  return { sessions, isCut: rows.length > maxPresent };
}

function placeOf({ servers }: Sight, id: string): { id: string; name: string } {
  return { id, name: servers.get(id)?.name ?? '' };
}

function toSession(sight: Sight, row: SessionRow): Playtime['sessions'][number] {
  const { name, survivor, beganAt, endedAt, isBeginCertain, isEndCertain } = row;
  return { server: placeOf(sight, row.serverId), name, survivor, beganAt, endedAt, isBeginCertain, isEndCertain };
}
