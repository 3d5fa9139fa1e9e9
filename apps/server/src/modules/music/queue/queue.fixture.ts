import { randomUUID } from 'node:crypto';
import type { Ctx } from '../../../context.ts';
import { songs } from '../../../db/tables/music.table.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { addSong, readGuildQueue } from './queue.service.ts';

export const guild = '1001';
export const lounge = '2001';

export async function startQueueTest(settings: Record<string, string> = {}) {
  const app = await createTestApp({ GUILD_ID: guild, DISCORD_BOT_TOKEN: 'token', ...settings });
  return { app, ctx: app.ctx, ...queueActions(app) };
}

/** Songs that are here already, so that nobody has to be asked about them. */
function queueActions({ ctx }: TestApp) {
  const add = async (title: string, options: { by?: string; guildId?: string; channelId?: string } = {}) => {
    const videoId = await insertSong(ctx, title);
    const { by = 'mira', guildId = guild, channelId = lounge } = options;
    return addSong(ctx, { guildId, videoId, channelId, requester: { discordId: by, name: `Name of ${by}` } });
  };
  return {
    add,
    addAll: async (...titles: string[]) => {
      const ids = new Map<string, string>();
      for (const title of titles) ids.set(title, (await add(title)).id);
      return (title: string) => ids.get(title) ?? '';
    },
    /** The titles: what is heard first, then what waits. */
    titles: async (guildId = guild) => {
      const { current, entries } = await readGuildQueue(ctx, guildId);
      return [current?.title, ...entries.map(({ title }) => title)];
    },
  };
}

export async function insertSong(ctx: Ctx, title: string, videoId: string = randomUUID()): Promise<string> {
  const at = ctx.clock();
  const song = { id: videoId, videoId, kind: 'audio' as const, file: `${videoId}.mp3`, bytes: 1 };
  await ctx.db.insert(songs).values({ ...song, title, createdAt: at, usedAt: at });
  return videoId;
}
