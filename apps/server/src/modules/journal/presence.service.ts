import type { Ctx } from '../../context.ts';
import * as store from './presence.store.ts';

export type { SessionRow } from './presence.store.ts';

export type PresenceChange = {
  at: Date;
  joined: readonly store.Seen[];
  /** Under another name, or with another survivor. */
  renamed: readonly store.Seen[];
  gone: readonly string[];
};

/** Stores who came and who left, in the transaction of the report. */
export async function recordPresence(ctx: Ctx, serverId: string, change: PresenceChange): Promise<void> {
  const { at, joined, renamed, gone } = change;
  await store.endSessions(ctx.db, serverId, gone, at);
  await store.endMissedSessions(ctx.db, serverId, joined);
  await store.openSessions(ctx.db, serverId, joined, at);
  await store.renameSessions(ctx.db, serverId, renamed);
  await store.putNames(ctx.db, serverId, [...joined, ...renamed], at);
}

/** Ends sessions on servers that were out of reach for too long: nobody saw when. */
export async function endLostSessions(ctx: Ctx): Promise<void> {
  await store.endLostSessions(ctx.db);
}

/** Someone's sessions, the last begun first. */
export function readSessions(ctx: Ctx, filter: store.SessionFilter): Promise<store.SessionRow[]> {
  return store.findSessions(ctx.db, filter);
}

/** Who came to a server and left it since then, the latest first. */
export function readVisits(
  ctx: Ctx,
  serverId: string,
  given: { from: Date; limit: number },
): Promise<store.SessionRow[]> {
  return store.findVisits(ctx.db, serverId, given);
}

/** Who was on during any part of a span, in the order in which they came. */
export function readPresent(
  ctx: Ctx,
  span: { from: Date; until: Date },
  serverIds: readonly string[],
  limit: number,
): Promise<store.SessionRow[]> {
  return store.findPresent(ctx.db, span, serverIds, limit);
}

/** How long someone has played on each server. */
export function readPlaytimes(ctx: Ctx, playerId: string): Promise<store.Playtime[]> {
  return store.findPlaytimes(ctx.db, playerId, ctx.clock());
}

/** Every name under which someone was seen, the last used first. */
export function readNames(ctx: Ctx, playerId: string): Promise<store.NameRow[]> {
  return store.findNames(ctx.db, playerId);
}
