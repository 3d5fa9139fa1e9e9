import { randomUUID } from 'node:crypto';
import type { PartOutput } from '@tribehall/contract';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { Actor } from '../../audit/audit.service.ts';
import { change, publishQueue, recordChange } from './queue-change.service.ts';
import { readGuildQueue, type MusicQueue, type QueueEntry } from './queue-view.service.ts';
import * as store from './queue.store.ts';
import { describeVideo } from '../videos/videos.service.ts';

export type { MusicQueue, QueueEntry } from './queue-view.service.ts';
export { readGuildQueue } from './queue-view.service.ts';

const maxEntries = 500;
const maxPerRequester = 50;
const restoreWithinMs = 10 * 60 * 1000;
/** Halving a smaller gap would run out of floating-point precision. */
const minRankGap = 1e-6;

export type SongRequest = {
  guildId: string;
  videoId: string;
  requester: { discordId: string; name: string };
  /** The voice channel of the requester. */
  channelId: string;
};

/** Who changes the queue; changes of the bot itself are not audited. */
type By = Actor | undefined;

/** The queue of the community's guild. */
export async function readQueue(ctx: Ctx): Promise<MusicQueue> {
  return readGuildQueue(ctx, ctx.config.GUILD_ID ?? '');
}

/** Adds a song to the end of the queue. Where nothing plays, the bot joins the requester's voice channel. */
export async function addSong(ctx: Ctx, request: SongRequest, by?: By): Promise<QueueEntry> {
  const { guildId, videoId, requester, channelId } = request;
  const { title, channel, duration, thumbnail } = await describeVideo(ctx, videoId, by?.userId ?? requester.discordId);
  const id = randomUUID();
  const { queue } = await change(ctx, guildId, async (ctx, queue) => {
    const addedAt = ctx.clock();
    await store.deleteEnded(ctx.db, guildId, restorableSince(ctx));
    await store.insertEntry(ctx.db, {
      id,
      guildId,
      rank: await store.findNextRank(ctx.db, guildId),
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
    const isIdle = queue.state === 'idle' || queue.currentId === null;
    if (isIdle) await store.updateQueue(ctx.db, guildId, { channelId, state: 'connecting' });
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

/** Ends the current song; with the loop on it goes to the end of the queue. A skip of any other song is ignored. */
export async function skip(ctx: Ctx, guildId: string, entryId: string, by?: By): Promise<MusicQueue> {
  const { queue } = await change(ctx, guildId, async (ctx, queue) => {
    if (queue.currentId !== entryId) return;
    await store.updateQueue(ctx.db, guildId, { currentId: null, positionMs: 0 });
    const isRepeated = queue.loop === 'all' && (await store.findNext(ctx.db, guildId, entryId)) !== undefined;
    if (isRepeated) await store.updateEntry(ctx.db, entryId, { rank: await store.findNextRank(ctx.db, guildId) });
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

/** Removes all waiting songs. */
export async function clearQueue(ctx: Ctx, guildId: string, by?: By): Promise<{ entryIds: string[] }> {
  const { result } = await change(ctx, guildId, async (ctx, queue) => {
    const ended = await store.endWaiting(ctx.db, guildId, queue.currentId, ctx.clock());
    await recordChange(ctx, by, guildId, { action: 'music.clear', details: { songs: ended.length } });
    return ended;
  });
  return { entryIds: result };
}

/** Restores songs that ended a moment ago, each at its former rank. */
export async function restoreEntries(
  ctx: Ctx,
  guildId: string,
  entryIds: readonly string[],
  by?: By,
): Promise<MusicQueue> {
  const { queue } = await change(ctx, guildId, async (ctx) => {
    const restored = await store.reopenEntries(ctx.db, guildId, entryIds, restorableSince(ctx));
    if (restored === 0) throw new AppError('NOT_FOUND', 'These songs can no longer be restored.');
    await refuseTooMany(ctx, guildId);
    await recordChange(ctx, by, guildId, { action: 'music.restore', details: { songs: restored } });
  });
  return queue;
}

/** Moves a waiting song before another one. One that plays or has ended by then still marks its former place. */
export async function moveEntry(
  ctx: Ctx,
  guildId: string,
  entryId: string,
  before: string | null,
  by?: By,
): Promise<MusicQueue> {
  const { queue } = await change(ctx, guildId, async (ctx, queue) => {
    const { title } = await findWaiting(ctx, queue, entryId);
    if (before === entryId) return;
    const find = async () => {
      const mark = before === null ? undefined : await store.findEntry(ctx.db, guildId, before);
      if (before !== null && mark === undefined)
        throw new AppError('CONFLICT', 'The queue has changed. Please move the song again.');
      return rankBefore(await store.findRanks(ctx.db, guildId, queue.currentId), entryId, mark);
    };
    let rank = await find();
    if (rank === undefined) {
      await store.renumber(ctx.db, guildId);
      rank = await find();
    }
    if (rank !== undefined) await store.updateEntry(ctx.db, entryId, { rank });
    await recordChange(ctx, by, guildId, { action: 'music.move', target: title, details: { before } });
  });
  return queue;
}

/** Stores why the bot is not connected to Discord; null clears it. */
export async function reportProblem(ctx: Ctx, guildId: string, problem: string | null): Promise<void> {
  await store.putQueue(ctx.db, { guildId, problem, ...(problem === null ? {} : { reportedAt: null }) });
  await publishQueue(ctx, guildId);
}

async function findWaiting(ctx: Ctx, queue: store.QueueRow, entryId: string): Promise<store.EntryRow> {
  const entry = await store.findEntry(ctx.db, queue.guildId, entryId);
  if (!entry || entry.endedAt !== null) throw new AppError('NOT_FOUND', 'This song is no longer in the queue.');
  if (entry.id === queue.currentId) throw new AppError('CONFLICT', 'This song is playing. Skip it instead.');
  return entry;
}

/** Checked after the insert, in the same transaction, so that concurrent requests cannot exceed the limits. */
async function refuseTooMany(ctx: Ctx, guildId: string): Promise<void> {
  const counts = [...(await store.countByRequester(ctx.db, guildId)).values()];
  if (counts.some((entries) => entries > maxPerRequester))
    throw new AppError(
      'TOO_MANY_REQUESTS',
      `Each person can have up to ${maxPerRequester} songs in the queue. Please wait until some have played.`,
    );
  if (counts.reduce((sum, entries) => sum + entries, 0) > maxEntries)
    throw new AppError('CONFLICT', `The queue is full (${maxEntries} songs).`);
}

function restorableSince(ctx: Ctx): Date {
  return new Date(ctx.clock().getTime() - restoreWithinMs);
}

function withoutUndefined(next: PartOutput<'PUT /skibapbot/music/queue', 'body'>): Partial<store.QueueRow> {
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
}

type Place = Pick<store.EntryRow, 'id' | 'rank'>;

/** A rank that puts the entry before the mark; undefined where the ranks have to be renumbered first. */
function rankBefore(waiting: readonly Place[], entryId: string, mark: Place | undefined): number | undefined {
  const others = waiting.filter(({ id }) => id !== entryId);
  const to = mark === undefined ? others.length : indexOf(others, mark);
  const before = others[to - 1]?.rank;
  const after = others[to]?.rank;
  if (before === undefined && after === undefined) return 1;
  if (before === undefined) return (after ?? 0) - 1;
  if (after === undefined) return before + 1;
  return after - before < minRankGap ? undefined : (before + after) / 2;
}

/** Where the mark is, or would be if it were still waiting. */
function indexOf(others: readonly Place[], mark: Place): number {
  const known = others.findIndex(({ id }) => id === mark.id);
  if (known !== -1) return known;
  const next = others.findIndex(({ rank }) => rank >= mark.rank);
  return next === -1 ? others.length : next;
}
