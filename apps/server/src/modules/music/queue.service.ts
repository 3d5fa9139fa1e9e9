import { randomUUID } from 'node:crypto';
import type { PartOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { Actor } from '../audit/audit.service.ts';
import { announce, change, recordChange } from './queue-change.service.ts';
import { placeAt } from './queue-places.ts';
import { readGuildQueue, type MusicQueue, type QueueEntry } from './queue-view.service.ts';
import * as store from './queue.store.ts';
import { describeVideo } from './videos.service.ts';

export type { MusicQueue, QueueEntry } from './queue-view.service.ts';
export { readGuildQueue } from './queue-view.service.ts';

const maxEntries = 500;
const maxOfRequester = 50;
const restoreWithinMs = 10 * 60 * 1000;

export type SongWish = {
  guildId: string;
  videoId: string;
  requester: { discordId: string; name: string };
  /** The voice channel of whoever asks. */
  channelId: string;
};

/** Who changes the queue; the bot by itself leaves no entry in the audit. */
type By = Actor | undefined;

/** The community guild's queue and what is heard there right now. */
export async function readQueue(ctx: Ctx): Promise<MusicQueue> {
  return readGuildQueue(ctx, ctx.config.GUILD_ID ?? '');
}

/** Puts a song at the end of the queue. The music comes to the channel of whoever asks while it is nowhere. */
export async function addSong(ctx: Ctx, wish: SongWish, by?: By): Promise<QueueEntry> {
  const { guildId, videoId, requester, channelId } = wish;
  const { title, channel, duration, thumbnail } = await describeVideo(ctx, videoId);
  const id = randomUUID();
  const { queue } = await change(ctx, guildId, async (ctx, queue) => {
    const addedAt = ctx.clock();
    await store.deleteEnded(ctx.db, guildId, restorableSince(ctx));
    await store.insertEntry(ctx.db, {
      id,
      guildId,
      place: await store.findLastPlace(ctx.db, guildId),
      videoId,
      title,
      channel,
      duration,
      thumbnail,
      requesterId: requester.discordId,
      requesterName: requester.name,
      addedAt,
    });
    await refuseTooMany(ctx, guildId);
    const isNowhere = queue.state === 'idle' || queue.currentId === null;
    if (isNowhere) await store.updateQueue(ctx.db, guildId, { channelId, state: 'connecting' });
    await recordChange(ctx, by, guildId, { action: 'music.add', target: title, details: { videoId } });
  });
  const added = [queue.current, ...queue.entries].find((entry) => entry?.id === id);
  if (!added) throw new AppError('CONFLICT');
  return added;
}

export async function changeQueue(
  ctx: Ctx,
  guildId: string,
  next: PartOutput<'PUT /skibapbot/music/queue', 'body'>,
  by?: By,
): Promise<MusicQueue> {
  const { queue } = await change(ctx, guildId, async (ctx) => {
    await store.updateQueue(ctx.db, guildId, withoutUndefined(next));
    await recordChange(ctx, by, guildId, { action: 'music.settings', details: next });
  });
  return queue;
}

/** Ends a song early; where others are repeated too it goes to the end. Only the one that is heard can be skipped. */
export async function skip(ctx: Ctx, guildId: string, entryId: string, by?: By): Promise<MusicQueue> {
  const { queue } = await change(ctx, guildId, async (ctx, queue) => {
    if (queue.currentId !== entryId) return;
    await store.updateQueue(ctx.db, guildId, { currentId: null, positionMs: 0 });
    const isRepeated = queue.loop === 'all' && (await store.findNext(ctx.db, guildId, entryId)) !== undefined;
    if (isRepeated) await store.updateEntry(ctx.db, entryId, { place: await store.findLastPlace(ctx.db, guildId) });
    else await store.updateEntry(ctx.db, entryId, { endedAt: ctx.clock() });
    const skipped = await store.findEntry(ctx.db, guildId, entryId);
    await recordChange(ctx, by, guildId, { action: 'music.skip', target: skipped?.title });
  });
  return queue;
}

export async function removeEntry(ctx: Ctx, guildId: string, entryId: string, by?: By): Promise<MusicQueue> {
  const { queue } = await change(ctx, guildId, async (ctx, queue) => {
    const { title } = await findWaiting(ctx, queue, entryId);
    await store.updateEntry(ctx.db, entryId, { endedAt: ctx.clock() });
    await recordChange(ctx, by, guildId, { action: 'music.remove', target: title });
  });
  return queue;
}

/** Removes all that waits. */
export async function clearQueue(ctx: Ctx, guildId: string, by?: By): Promise<{ entryIds: string[] }> {
  const { result } = await change(ctx, guildId, async (ctx, queue) => {
    const ended = await store.endWaiting(ctx.db, guildId, queue.currentId, ctx.clock());
    await recordChange(ctx, by, guildId, { action: 'music.clear', details: { songs: ended.length } });
    return ended;
  });
  return { entryIds: result };
}

/** Puts back what ended a moment ago, each at the place it had. */
export async function restoreEntries(
  ctx: Ctx,
  guildId: string,
  entryIds: readonly string[],
  by?: By,
): Promise<MusicQueue> {
  const { queue } = await change(ctx, guildId, async (ctx) => {
    const restored = await store.reopenEntries(ctx.db, guildId, entryIds, restorableSince(ctx));
    if (restored === 0) throw new AppError('NOT_FOUND', 'These songs cannot be put back any more.');
    await refuseTooMany(ctx, guildId);
    await recordChange(ctx, by, guildId, { action: 'music.restore', details: { songs: restored } });
  });
  return queue;
}

/** Moves a song that waits; `to` counts what waits, from 0. */
export async function moveEntry(ctx: Ctx, guildId: string, entryId: string, to: number, by?: By): Promise<MusicQueue> {
  const { queue } = await change(ctx, guildId, async (ctx, queue) => {
    const { title } = await findWaiting(ctx, queue, entryId);
    const find = async () => placeAt(await store.findPlaces(ctx.db, guildId, queue.currentId), entryId, to);
    let place = await find();
    if (place === undefined) {
      await store.renumber(ctx.db, guildId);
      place = await find();
    }
    if (place !== undefined) await store.updateEntry(ctx.db, entryId, { place });
    await recordChange(ctx, by, guildId, { action: 'music.move', target: title, details: { to } });
  });
  return queue;
}

/** Why the bot is away from Discord, until it says that it is there; null takes the words back. */
export async function reportProblem(ctx: Ctx, guildId: string, problem: string | null): Promise<void> {
  await store.putQueue(ctx.db, { guildId, problem, ...(problem === null ? {} : { reportedAt: null }) });
  await announce(ctx, guildId);
}

async function findWaiting(ctx: Ctx, queue: store.QueueRow, entryId: string): Promise<store.EntryRow> {
  const entry = await store.findEntry(ctx.db, queue.guildId, entryId);
  if (!entry || entry.endedAt !== null) throw new AppError('NOT_FOUND', 'This song is not in the queue any more.');
  if (entry.id === queue.currentId) throw new AppError('CONFLICT', 'This song is being played. Skip it instead.');
  return entry;
}

/** After the change, so that nothing can slip in between. */
async function refuseTooMany(ctx: Ctx, guildId: string): Promise<void> {
  const counts = [...(await store.countByRequester(ctx.db, guildId)).values()];
  if (counts.some((entries) => entries > maxOfRequester))
    throw new AppError(
      'TOO_MANY_REQUESTS',
      `One person can have ${maxOfRequester} songs in the queue. Please wait until some were heard.`,
    );
  if (counts.reduce((sum, entries) => sum + entries, 0) > maxEntries)
    throw new AppError('CONFLICT', `The queue is full: ${maxEntries} songs wait already.`);
}

function restorableSince(ctx: Ctx): Date {
  return new Date(ctx.clock().getTime() - restoreWithinMs);
}

function withoutUndefined(next: PartOutput<'PUT /skibapbot/music/queue', 'body'>): Partial<store.QueueRow> {
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
}
