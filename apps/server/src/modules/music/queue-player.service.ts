import type { Ctx } from '../../context.ts';
import { announce, change } from './queue-change.service.ts';
import * as store from './queue.store.ts';
import { requireTool } from './tool-paths.ts';

export { announce, changedSubject } from './queue-change.service.ts';

const keptFailures = 20;

/** What a guild's player has to do. */
export type Playback = {
  channelId: string | null;
  isPaused: boolean;
  volume: number;
  positionMs: number;
  current: { id: string; videoId: string } | undefined;
  /** Comes after the current one. */
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

/** What makes the sound. */
export function soundProgram({ config }: Ctx): string {
  return requireTool(config, 'ffmpeg');
}

/** A song was heard to its end, or cannot be played: then it stays in the list with the reason. */
export async function finishEntry(
  ctx: Ctx,
  guildId: string,
  entryId: string,
  outcome: { error?: string } = {},
): Promise<void> {
  await change(ctx, guildId, async (ctx, queue) => {
    if (queue.currentId !== entryId) return;
    const { error } = outcome;
    const isAgain = error === undefined && queue.loop === 'one';
    await store.updateQueue(ctx.db, guildId, { positionMs: 0, ...(isAgain ? {} : { currentId: null }) });
    if (isAgain) return;
    if (error !== undefined) {
      await store.updateEntry(ctx.db, entryId, { error });
      await store.endOldFailures(ctx.db, guildId, keptFailures, ctx.clock());
    } else if (queue.loop === 'all')
      await store.updateEntry(ctx.db, entryId, { place: await store.findLastPlace(ctx.db, guildId) });
    else await store.updateEntry(ctx.db, entryId, { endedAt: ctx.clock() });
  });
}

/** Someone moved the bot by hand. */
export async function followTo(ctx: Ctx, guildId: string, channelId: string): Promise<void> {
  await change(ctx, guildId, (ctx) => store.updateQueue(ctx.db, guildId, { channelId }));
}

/** How a guild's player is. The page is told where more than the position is new: that, it can count itself. */
export async function reportPlayer(
  ctx: Ctx,
  guildId: string,
  report: PlayerReport,
  { position, isNews }: { position?: Position | undefined; isNews: boolean },
): Promise<void> {
  await store.putQueue(ctx.db, { guildId, ...report, reportedAt: ctx.clock() });
  if (position) await savePosition(ctx, guildId, position);
  if (isNews) await announce(ctx, guildId);
}

/** Where a song goes on; nothing changes where it is not the current one any more. */
export async function savePosition(ctx: Ctx, guildId: string, position: Position): Promise<void> {
  await store.updatePosition(ctx.db, guildId, position);
}
