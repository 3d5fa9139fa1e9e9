import { inTransaction, type Ctx } from '../../../context.ts';
import { record, type Actor } from '../../audit/audit.service.ts';
import { publishLive } from '../../events/events.service.ts';
import { isSilent, readGuildQueue, type MusicQueue } from './queue-view.service.ts';
import type { QueueRow } from './queue.store.ts';
import * as store from './queue.store.ts';

/** Bus subject: the bot, in any process, reads the guild's queue again. */
export const changedSubject = 'music.changed';

/** Changes a guild's queue under its lock and publishes the result. */
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
    return { result, queue: await publishQueue(ctx, guildId) };
  });
}

/** Records who changed the queue; the default target is the queue as a whole. */
export async function recordChange(
  ctx: Ctx,
  by: Actor | undefined,
  guildId: string,
  { action, target = 'the queue', details }: { action: string; target?: string | undefined; details?: object },
): Promise<void> {
  if (by) await record(ctx, by, { action, target, outcome: 'done', details: { guildId, ...details } });
}

/** Sends the queue to every open page. */
export async function publishQueue(ctx: Ctx, guildId: string): Promise<MusicQueue> {
  const queue = await readGuildQueue(ctx, guildId);
  if (guildId === ctx.config.GUILD_ID) publishLive(ctx, 'music.queue', 'changed', queue);
  return queue;
}

/** Makes the first playable song current where none is. */
async function takeNext(ctx: Ctx, guildId: string): Promise<void> {
  const queue = await store.findQueue(ctx.db, guildId);
  if (queue === undefined || queue.currentId !== null) return;
  const next = await store.findNext(ctx.db, guildId, null);
  if (next) await store.updateQueue(ctx.db, guildId, { currentId: next.id, positionMs: 0 });
  // A pause ends with the queue: a song that is added later plays at once.
  else if (queue.isPaused) await store.updateQueue(ctx.db, guildId, { isPaused: false });
}

/** Returns a check that publishes the queue when the bot has fallen silent since the last check. */
export function watchForSilence(ctx: Ctx): () => Promise<void> {
  const guildId = ctx.config.GUILD_ID;
  let wasSilent = true;
  return async () => {
    if (guildId === undefined) return;
    const isNowSilent = isSilent(ctx, await store.findQueue(ctx.db, guildId));
    if (isNowSilent && !wasSilent) await publishQueue(ctx, guildId);
    wasSilent = isNowSilent;
  };
}
