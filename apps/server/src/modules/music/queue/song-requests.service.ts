import type { PartOutput } from '@tribehall/contract';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { requestBot } from '../../discord/bot.service.ts';
import type { Caller } from '../../sessions/sessions.service.ts';
import { readVideoId } from '../videos/video-address.ts';
import { searchVideos } from '../videos/videos.service.ts';
import { addSong, type QueueEntry } from './queue.service.ts';

/** Adds a song for the caller's Discord account, in the voice channel that it is in. */
export async function requestSong(
  ctx: Ctx,
  caller: Caller,
  { videoId }: PartOutput<'POST /skibapbot/music', 'body'>,
): Promise<QueueEntry> {
  const { discordId, discordName, username } = caller;
  const guildId = ctx.config.GUILD_ID;
  if (discordId === undefined || guildId === undefined) throw new AppError('DISCORD_UNLINKED');
  const voice = await requestBot(ctx, 'bot.voice', { guildId, discordId });
  if (!voice) throw new AppError('BOT_OFFLINE');
  if (!voice.channel) throw new AppError('NO_VOICE_CHANNEL');
  const requester = { discordId, name: discordName ?? username };
  return addSong(ctx, { guildId, videoId, requester, channelId: voice.channel.id }, caller);
}

/** Resolves what someone typed: the video of a URL, or else the first search result. */
export async function findRequestedVideo(ctx: Ctx, text: string, discordId: string): Promise<string> {
  const videoId = readVideoId(ctx.config, text);
  if (videoId !== undefined) return videoId;
  if (/^\s*https?:\/\//i.test(text)) throw new AppError('BAD_REQUEST', 'This is not a video URL.');
  const [first] = await searchVideos(ctx, { query: text }, discordId);
  if (!first) throw new AppError('NOT_FOUND', 'No videos found.');
  return first.videoId;
}
