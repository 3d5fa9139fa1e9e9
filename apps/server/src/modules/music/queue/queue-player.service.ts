import type { Ctx } from '../../../context.ts';
import { change, publishQueue } from './queue-change.service.ts';
import * as store from './queue.store.ts';
import { requireTool } from '../yt-dlp/tool-paths.ts';

export { changedSubject, publishQueue } from './queue-change.service.ts';

const maxListedFailures = 20;

/** What a guild's player should be doing. */
export type Playback = {
  channelId: string | null;
  isPaused: boolean;
  volume: number;
  positionMs: number;
  current: { id: string; videoId: string } | undefined;
  next: { videoId: string } | undefined;
};

export type PlayerReport = {
  state: store.QueueRow['state'];
  problem: string | null;
  channelName: string | null;
};

export type Position = { entryId: string; positionMs: number };

export async function readPlayback(ctx: Ctx, guildId: string): Promise<Playback> {
  const queue = await store.findQueue(ctx.db, guildId);
  const { channelId = null, isPaused = false, volume = 100, positionMs = 0, currentId = null } = queue ?? {};
  const current = currentId === null ? undefined : await store.findEntry(ctx.db, guildId, currentId);
  const next = await store.findNext(ctx.db, guildId, currentId);
  return { channelId, isPaused, volume, positionMs, current, next };
}

export async function listGuildsWithSongs(ctx: Ctx): Promise<string[]> {
  return store.findGuildsWithSongs(ctx.db);
}

/** Decodes the audio. */
export function audioProgram({ config }: Ctx): string {
  return requireTool(config, 'ffmpeg');
}

/** A song has ended, or cannot be played: then it stays in the list with the error. */
export async function finishEntry(
  ctx: Ctx,
  guildId: string,
  entryId: string,
  outcome: { error?: string } = {},
): Promise<void> {
  await change(ctx, guildId, async (ctx, queue) => {
    if (queue.currentId !== entryId) return;
    const { error } = outcome;
    const isRepeated = error === undefined && queue.loop === 'one';
    await store.updateQueue(ctx.db, guildId, { positionMs: 0, ...(isRepeated ? {} : { currentId: null }) });
    if (isRepeated) return;
    if (error !== undefined) {
      await store.updateEntry(ctx.db, entryId, { error });
      await store.endOldFailures(ctx.db, guildId, maxListedFailures, ctx.clock());
    } else if (queue.loop === 'all')
      await store.updateEntry(ctx.db, entryId, { rank: await store.findNextRank(ctx.db, guildId) });
    else await store.updateEntry(ctx.db, entryId, { endedAt: ctx.clock() });
  });
}

/** Someone moved the bot to another voice channel. */
export async function followTo(ctx: Ctx, guildId: string, channelId: string): Promise<void> {
  await change(ctx, guildId, (ctx) => store.updateQueue(ctx.db, guildId, { channelId }));
}

/** Stores the state of a guild's player. Pages count the position themselves, so that alone is not published. */
export async function reportPlayer(
  ctx: Ctx,
  guildId: string,
  report: PlayerReport,
  { position, isChanged }: { position?: Position | undefined; isChanged: boolean },
): Promise<void> {
  await store.putQueue(ctx.db, { guildId, ...report, reportedAt: ctx.clock() });
  if (position) await storePosition(ctx, guildId, position);
  if (isChanged) await publishQueue(ctx, guildId);
}

/** Where the current song continues after a restart; ignored where it is not current any more. */
export async function storePosition(ctx: Ctx, guildId: string, position: Position): Promise<void> {
  await store.updatePosition(ctx.db, guildId, position);
}
