import type { CommandParams } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { NotSentError, retrying, sendCommand } from '../agents/agents.service.ts';
import * as audience from './audience.store.ts';
import type { Delivery } from './chat.state.ts';
import * as store from './outbox.store.ts';

/** A message as the game shows it. */
export type GameMessage = CommandParams<'chat.say'>;

/** Older messages are of no use in a conversation. */
export const relayWithinMs = 60_000;
/** Bounds the messages that wait for one slow server. */
const maxWaiting = 50;
const retryAfterMs = 1_000;
/** Longer than a command can take: then the portal that claimed it has died. */
const claimLastsMs = 20_000;
const waitForOfflineMs = 24 * 60 * 60 * 1000;

/** Puts messages into the outbox for the other servers of their cluster; returns these, for `startRelay` after the commit. */
export async function planRelay(
  ctx: Ctx,
  messages: readonly { source: audience.Source; message: GameMessage }[],
  options: { isFromBot: boolean } = { isFromBot: false },
): Promise<string[]> {
  const shared = messages.flatMap(({ source: { id, clusterId, sharesClusterChat }, message }) =>
    clusterId !== null && sharesClusterChat ? [{ from: id, clusterId, message }] : [],
  );
  return shared.length === 0 ? [] : store.insertForClusters(ctx.db, shared, { ...options, ...limitsAt(ctx) });
}

/** Delivers what was put into the outbox. */
export function startRelay(ctx: Ctx, serverIds: readonly string[]): void {
  for (const serverId of serverIds) void deliver(ctx, serverId);
}

/** Queues a message for servers that it could not be sent to. */
export async function planRetry(ctx: Ctx, serverIds: readonly string[], message: GameMessage): Promise<void> {
  if (serverIds.length > 0) await store.insertForServers(ctx.db, serverIds, message, limitsAt(ctx));
}

function limitsAt(ctx: Ctx): store.Limits {
  const now = ctx.clock().getTime();
  return { expiresAt: new Date(now + relayWithinMs), offlineSince: new Date(now - waitForOfflineMs) };
}

export function countOutbox(ctx: Ctx): Promise<number> {
  return store.countMessages(ctx.db);
}

/** Delivers what waits for servers that are back, and drops what waited too long. */
export async function processOutbox(ctx: Ctx): Promise<void> {
  const now = ctx.clock();
  await store.deleteExpired(ctx.db, now, new Date(now.getTime() - claimLastsMs));
  const failed = [...ctx.state.chat.deliveries].filter(([, { hasFailed }]) => hasFailed).map(([serverId]) => serverId);
  for (const serverId of new Set([...(await store.findTargets(ctx.db)), ...failed])) void deliver(ctx, serverId);
}

/** Each server gets its messages in order, and none waits for another. */
async function deliver(ctx: Ctx, serverId: string): Promise<void> {
  const all = ctx.state.chat.deliveries;
  const delivery = all.get(serverId) ?? newDelivery();
  all.set(serverId, delivery);
  delivery.isDue = true;
  if (delivery.isRunning) return;
  delivery.isRunning = true;
  delivery.hasFailed = false;
  try {
    for (let hasMore = true; hasMore; hasMore ||= delivery.isDue) {
      if (delivery.isDue) await dropSurplus(ctx, serverId, delivery);
      hasMore = performance.now() >= delivery.retryAtMs && (await deliverFirst(ctx, serverId, delivery));
    }
  } catch (err) {
    delivery.hasFailed = true;
    ctx.log.warn({ err, serverId }, 'Chat could not be delivered to a server');
  }
  delivery.isRunning = false;
  if (performance.now() >= delivery.retryAtMs && !delivery.hasFailed) all.delete(serverId);
}

function newDelivery(): Delivery {
  return { isRunning: false, isDue: false, retryAtMs: 0, hasFailed: false, finish: undefined };
}

async function dropSurplus(ctx: Ctx, serverId: string, delivery: Delivery): Promise<void> {
  delivery.isDue = false;
  const droppedCount = await store.deleteSurplus(ctx.db, serverId, maxWaiting);
  if (droppedCount > 0)
    ctx.log.warn({ serverId, droppedCount }, 'Chat messages were dropped because a server is too slow');
}

/** Sends the oldest message; returns whether the next one may follow. */
async function deliverFirst(ctx: Ctx, serverId: string, delivery: Delivery): Promise<boolean> {
  await finish(delivery);
  const row = await store.claimFirst(ctx.db, serverId, ctx.clock());
  if (!row) return false;
  const isOver = row.expiresAt <= ctx.clock() || (await send(ctx, serverId, row.message as GameMessage));
  if (!isOver) delivery.retryAtMs = performance.now() + retryAfterMs;
  delivery.finish = () => (isOver ? store.remove(ctx.db, row.id) : store.release(ctx.db, row.id));
  await finish(delivery);
  return isOver;
}

async function finish(delivery: Delivery): Promise<void> {
  await delivery.finish?.();
  delivery.finish = undefined;
}

/** Returns false only if it was certainly not sent. If unknown, it is not retried: twice is worse than never. */
async function send(ctx: Ctx, serverId: string, message: GameMessage): Promise<boolean> {
  try {
    await sendCommand(ctx, serverId, 'chat.say', message, retrying);
    return true;
  } catch (err) {
    ctx.log.debug({ err, serverId }, 'A chat message did not reach a server');
    return !(err instanceof NotSentError);
  }
}

/**
 * Where a message from a guild's relay channel has to be sent: each inner list is one conversation, for which the first
 * reachable server is enough. The servers of a cluster relay it among themselves.
 */
export async function findConversationsOf(ctx: Ctx, guildId: string): Promise<string[][]> {
  const conversations = new Map<string, string[]>();
  for (const { id, clusterId, sharesClusterChat } of await audience.findServersOfGuild(ctx.db, guildId)) {
    const key = clusterId !== null && sharesClusterChat ? `cluster ${clusterId}` : `server ${id}`;
    conversations.set(key, [...(conversations.get(key) ?? []), id]);
  }
  return [...conversations.values()];
}
