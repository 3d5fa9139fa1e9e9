import type { ReplyOutput } from '@tribehall/contract';
import type { Config } from '../../../config.ts';
import type { Ctx } from '../../../context.ts';
import type { EntryView, QueueRow } from './queue.store.ts';
import * as store from './queue.store.ts';
import { signedThumbnailUrl } from '../videos/thumbnails.service.ts';

export type MusicQueue = ReplyOutput<'GET /skibapbot/music/queue'>;
export type QueueEntry = MusicQueue['entries'][number];

/** The bot reports its state regularly: silence means that it is gone. */
const silentAfterMs = 15_000;

/** A guild's queue and the current song. */
export async function readGuildQueue(ctx: Ctx, guildId: string): Promise<MusicQueue> {
  const queue = await store.findQueue(ctx.db, guildId);
  const entries = queue ? await store.findEntries(ctx.db, guildId) : [];
  const current = entries.find(({ id }) => id === queue?.currentId);
  const now = ctx.clock();
  return {
    ...playerState(ctx, queue),
    current: current
      ? { ...toEntry(ctx, current), positionMs: queue?.positionMs ?? 0, at: queue?.reportedAt ?? now }
      : null,
    entries: entries.filter((entry) => entry !== current).map((entry) => toEntry(ctx, entry)),
    loop: queue?.loop ?? 'off',
    volume: queue?.volume ?? 100,
  };
}

export function isSilent(ctx: Ctx, queue: QueueRow | undefined): boolean {
  const reportedAt = queue?.reportedAt ?? null;
  return reportedAt === null || ctx.clock().getTime() - reportedAt.getTime() > silentAfterMs;
}

function playerState(ctx: Ctx, queue: QueueRow | undefined): Pick<MusicQueue, 'state' | 'problem' | 'channel'> {
  if (queue === undefined || isSilent(ctx, queue))
    return { state: 'unavailable', problem: whyUnavailable(ctx.config, queue), channel: null };
  const { state, problem, channelId, channelName } = queue;
  const isThere = channelId !== null && channelName !== null;
  return { state, problem, channel: isThere ? { id: channelId, name: channelName } : null };
}

/** A bot that stops on purpose stores the reason. */
function whyUnavailable(config: Config, queue: QueueRow | undefined): string {
  if (!config.DISCORD_BOT_TOKEN) return 'The bot is not set up on this portal: DISCORD_BOT_TOKEN is missing.';
  const reason = queue?.reportedAt === null ? queue.problem : null;
  return reason ?? 'The bot is not connected to Discord.';
}

export function toEntry(ctx: Ctx, row: EntryView): QueueEntry {
  const { id, videoId, title, duration, channel, addedAt, error } = row;
  return {
    id,
    videoId,
    title,
    duration,
    channel,
    thumbnail: signedThumbnailUrl(ctx, videoId, row.thumbnail),
    requestedBy: { discordId: row.requesterId, name: row.requesterName },
    addedAt,
    ...fileState(row),
    error,
  };
}

function fileState({ error, songId, workVideoId, percent }: EntryView): Pick<QueueEntry, 'state' | 'percent'> {
  if (error !== null) return { state: 'failed', percent: null };
  if (songId !== null) return { state: 'ready', percent: null };
  return workVideoId === null ? { state: 'waiting', percent: null } : { state: 'downloading', percent };
}
