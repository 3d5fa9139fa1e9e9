import { randomUUID } from 'node:crypto';
import { inTransaction, type Ctx } from '../../../context.ts';
import { notify, type NewNotification } from '../notifications.service.ts';
import * as store from './outages.store.ts';

export const lookEveryMs = 15_000;
/** So long a server has to be down before anyone is notified, and up before that is over. */
const downForMs = 2 * 60_000;
const upForMs = 60_000;
/** Others that are down for so long are announced along with it. */
const alongMs = 30_000;
/** Nobody looked for so long: the portal was away, and so were its agents. */
const gapMs = 60_000;
const namedCount = 3;

type Server = store.WatchedServer & { outage: NonNullable<store.WatchedServer['outage']> };

/**
 * Notifies of servers that went down and came back. What counts is how long this was seen to be so, without a gap: a
 * restarted portal waits for its agents first. Servers that go down together are one notification.
 */
export async function watchOutages(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (!(await store.takeWatchLock(ctx.db))) return;
    const now = ctx.clock();
    const seen = (await store.findDownOrRecovering(ctx.db)).map((server) => look(server, now));
    const down = dueTogether(seen.filter(isUnannounced), ({ outage }) => now.getTime() - outage.downSince.getTime());
    const up = seen.filter(({ outage }) => outage.upSince !== null && isSince(outage.upSince, now, upForMs));
    const recovered = up.filter(({ outage }) => outage.announcedAt !== null);
    await announce(ctx, down, describeDown);
    await announce(ctx, recovered, describeUp);
    const over = new Set([...up, ...seen.filter(isForgotten)]);
    const announced = new Set(down);
    await store.deleteOutages(
      ctx.db,
      [...over].map(({ id }) => id),
    );
    await store.putOutages(
      ctx.db,
      seen
        .filter((server) => !over.has(server))
        .map((server) => ({ ...server.outage, announcedAt: announced.has(server) ? now : server.outage.announcedAt })),
    );
  });
}

/** The outage of a server as it is now. */
function look(server: store.WatchedServer, now: Date): Server {
  const before = server.outage;
  if (before === null)
    return {
      ...server,
      outage: { serverId: server.id, downSince: now, upSince: null, announcedAt: null, seenAt: now },
    };
  const hasGap = isSince(before.seenAt, now, gapMs);
  // Announced outages are kept; the counts of all others restart.
  const downSince = hasGap && before.announcedAt === null ? now : before.downSince;
  const upSince = server.isDown ? null : hasGap ? now : (before.upSince ?? now);
  return { ...server, outage: { ...before, downSince, upSince, seenAt: now } };
}

function isSince(from: Date, now: Date, ms: number): boolean {
  return now.getTime() - from.getTime() >= ms;
}

const isUnannounced = ({ isDown, outage }: Server) => isDown && outage.announcedAt === null;

/** It came back before anyone was notified. */
const isForgotten = ({ isDown, outage }: Server) => !isDown && outage.announcedAt === null;

/** If one is due, then also those that are almost. */
function dueTogether(servers: Server[], ageMs: (server: Server) => number): Server[] {
  if (!servers.some((server) => ageMs(server) >= downForMs)) return [];
  return servers.filter((server) => ageMs(server) >= alongMs);
}

type Describe = (servers: readonly Server[]) => Omit<NewNotification, 'key' | 'path'>;

/** One notification for each user, with the servers that concern them. */
async function announce(ctx: Ctx, servers: Server[], describe: Describe): Promise<void> {
  if (servers.length === 0) return;
  const ids = servers.map(({ id }) => id);
  const [admins, concerned] = await Promise.all([store.findPortalAdmins(ctx.db), store.findConcerned(ctx.db, ids)]);
  const key = randomUUID();
  const send = (userIds: string[], own: Server[]) => {
    const [first] = own;
    const path =
      own.length === 1 && first ? `/arkbot/servers/${encodeURIComponent(first.id)}` : '/arkbot/servers?list=all';
    return notify(ctx, userIds, { ...describe(own), key, path });
  };
  await send(admins, servers);
  for (const { userIds, serverIds } of bySet(concerned))
    await send(
      userIds,
      servers.filter(({ id }) => serverIds.has(id)),
    );
}

/** Users who have the same servers get the same text. */
function bySet(ties: { userId: string; serverId: string }[]): { userIds: string[]; serverIds: Set<string> }[] {
  const byUser = new Map<string, Set<string>>();
  for (const { userId, serverId } of ties) byUser.set(userId, (byUser.get(userId) ?? new Set()).add(serverId));
  const groups = new Map<string, { userIds: string[]; serverIds: Set<string> }>();
  for (const [userId, serverIds] of byUser) {
    const name = [...serverIds].toSorted((a, b) => (a < b ? -1 : 1)).join(' ');
    const group = groups.get(name) ?? { userIds: [], serverIds };
    group.userIds.push(userId);
    groups.set(name, group);
  }
  return [...groups.values()];
}

function describeDown(servers: readonly Server[]): ReturnType<Describe> {
  const [first] = servers;
  const kind = 'server.down';
  if (servers.length !== 1 || !first)
    return { kind, text: `${servers.length} servers are down`, detail: names(servers) };
  return { kind, text: `${first.name} is down`, detail: first.reason ?? 'Its agent is not connected.' };
}

function describeUp(servers: readonly Server[]): ReturnType<Describe> {
  const [first] = servers;
  const kind = 'server.up';
  if (servers.length !== 1 || !first)
    return { kind, text: `${servers.length} servers are back`, detail: names(servers) };
  const { downSince, upSince } = first.outage;
  return {
    kind,
    text: `${first.name} is back`,
    detail: `It was down for ${duration(downSince, upSince ?? downSince)}.`,
  };
}

function names(servers: readonly Server[]): string {
  const named = servers.slice(0, namedCount).map(({ name }) => name);
  const rest = servers.length - named.length;
  const last = rest > 0 ? `${rest} more` : (named.pop() ?? '');
  return `${named.join(', ')} and ${last}`;
}

function duration(from: Date, to: Date): string {
  const minutes = Math.max(1, Math.round((to.getTime() - from.getTime()) / 60_000));
  if (minutes < 60) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`;
  return `${Math.round(hours / 24)} days`;
}
