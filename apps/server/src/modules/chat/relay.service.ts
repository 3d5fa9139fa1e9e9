import type { CommandParams } from '@tribehall/contract';
import type { Config } from '../../config.ts';
import type { Ctx } from '../../context.ts';
import { order, type AfterCommit } from '../links/links.service.ts';
import * as audience from './audience.store.ts';

export type Say = CommandParams<'chat.say'>;
type Waiting = { say: Say; saidAtMs: number };

/** A line that is older helps nobody in a conversation. */
export const relayWithinMs = 60_000;
/** Lines that wait for one server; a slow one must not gather more. */
const maxWaiting = 50;

type Queue = { lines: Waiting[]; droppedCount: number };

/** What waits for each server, by portal: the configuration is the same in all its contexts. */
const queues = new WeakMap<Config, Map<string, Queue>>();

/** Finds out which other servers of the cluster a line goes on to; it is said there once it is kept. */
export async function planRelay(
  ctx: Ctx,
  source: audience.Source,
  say: Say,
  options: { isFromBot: boolean } = { isFromBot: false },
): Promise<AfterCommit | undefined> {
  const { id, clusterId, sharesClusterChat } = source;
  if (clusterId === null || !sharesClusterChat) return undefined;
  const targets = await audience.findRelayTargets(ctx.db, { id, clusterId }, options);
  const line = { say, saidAtMs: ctx.clock().getTime() };
  return (ctx) => {
    for (const serverId of targets) add(ctx, serverId, line);
    return Promise.resolve();
  };
}

function add(ctx: Ctx, serverId: string, line: Waiting): void {
  const ofPortal = queues.get(ctx.config) ?? new Map<string, Queue>();
  queues.set(ctx.config, ofPortal);
  const known = ofPortal.get(serverId);
  if (!known) {
    const queue = { lines: [line], droppedCount: 0 };
    ofPortal.set(serverId, queue);
    void carry(ctx, serverId, queue, () => ofPortal.delete(serverId));
    return;
  }
  known.lines.push(line);
  if (known.lines.length <= maxWaiting) return;
  known.lines.shift();
  known.droppedCount += 1;
}

/** Each server gets its lines in order, and none waits for another. */
async function carry(ctx: Ctx, serverId: string, queue: Queue, whenEmpty: () => void): Promise<void> {
  for (let line = queue.lines.shift(); line; line = queue.lines.shift()) await say(ctx, serverId, line);
  whenEmpty();
  const { droppedCount } = queue;
  if (droppedCount > 0) ctx.log.warn({ serverId, droppedCount }, 'Chat came faster than a server takes it');
}

/** Not tried again: it may have been said, and late it is worth nothing. */
async function say(ctx: Ctx, serverId: string, line: Waiting): Promise<void> {
  if (ctx.clock().getTime() - line.saidAtMs >= relayWithinMs) return;
  try {
    await order(ctx, serverId, 'chat.say', line.say);
  } catch (err) {
    ctx.log.debug({ err, serverId }, 'A chat line did not reach a server');
  }
}
