import { inTransaction, type Ctx } from '../../context.ts';
import { record, type Actor } from '../audit/audit.service.ts';
import { publishLive } from '../events/events.service.ts';
import { readGuildQueue, type MusicQueue } from './queue-view.service.ts';
import type { QueueRow } from './queue.store.ts';
import * as store from './queue.store.ts';

/** Tells the bot, wherever it runs, that a guild's queue is another now. */
export const changedSubject = 'music.changed';

/** Changes a guild's queue, one after the other, and tells everyone. */
export async function change<T>(
  ctx: Ctx,
  guildId: string,
  work: (ctx: Ctx, queue: QueueRow) => Promise<T>,
): Promise<{ result: T; queue: MusicQueue }> {
  return inTransaction(ctx, async (ctx) => {
    const locked = await store.lockQueue(ctx.db, guildId);
    const result = await work(ctx, locked);
    await takeNext(ctx, guildId);
    ctx.bus.publish(changedSubject, { guildId }, `${changedSubject}/${guildId}`);
    return { result, queue: await announce(ctx, guildId) };
  });
}

/** Who changed it, for the audit; what is about no one song is about the queue. */
export async function recordChange(
  ctx: Ctx,
  by: Actor | undefined,
  guildId: string,
  { action, target = 'the queue', details }: { action: string; target?: string | undefined; details?: object },
): Promise<void> {
  if (by) await record(ctx, by, { action, target, outcome: 'done', details: { guildId, ...details } });
}

/** Shows the queue anew to everyone who looks at it. */
export async function announce(ctx: Ctx, guildId: string): Promise<MusicQueue> {
  const queue = await readGuildQueue(ctx, guildId);
  if (guildId === ctx.config.GUILD_ID) publishLive(ctx, 'music.queue', 'changed', queue);
  return queue;
}

/** Where nothing is current, the first song that can be played becomes so. */
async function takeNext(ctx: Ctx, guildId: string): Promise<void> {
  const queue = await store.findQueue(ctx.db, guildId);
  if (queue === undefined || queue.currentId !== null) return;
  const next = await store.findNext(ctx.db, guildId, null);
  if (next) await store.updateQueue(ctx.db, guildId, { currentId: next.id, positionMs: 0 });
  // A pause belongs to what was heard: whoever adds a song later wants to hear it.
  else if (queue.isPaused) await store.updateQueue(ctx.db, guildId, { isPaused: false });
}
