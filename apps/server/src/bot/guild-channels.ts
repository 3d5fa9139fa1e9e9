import type { Ctx } from '../context.ts';
import { stampDatabase } from '../modules/databases/databases.service.ts';
import {
  channelsOf,
  guildsFile,
  readGuildSettings,
  type GuildChannels,
  type GuildSettings,
} from '../modules/discord/guilds.service.ts';

/** Which channels are chosen in each guild, without reading the file for every message. */
export type GuildChannelsReader = {
  read: (guildId: string) => Promise<GuildChannels>;
  /** Someone has just chosen. */
  forget: () => void;
};

const lookEveryMs = 500;
/** Two changes so close to each other may leave the file the same time. */
const sameTimeMs = 2000;

/** Whoever changes the file, and however, is heard within a second. */
export function createGuildChannels(ctx: Ctx): GuildChannelsReader {
  let settings: Pick<GuildSettings, 'channels' | 'version'> = { channels: new Map(), version: '' };
  let stamp: string | undefined;
  let problem = '';
  let looking: { at: number; done: Promise<void> } | undefined;

  const look = async () => {
    const now = await stampDatabase(ctx, guildsFile);
    if (now !== undefined && now.stamp === stamp) return;
    const read = await readGuildSettings(ctx);
    const isOld = now !== undefined && Date.now() - now.changedAt.getTime() > sameTimeMs;
    stamp = isOld ? now.stamp : undefined;
    problem = '';
    if (read.version === settings.version) return;
    settings = read;
    if (read.wrong.length > 0)
      ctx.log.warn({ guilds: read.wrong }, `What ${guildsFile} says of these guilds has no meaning`);
  };
  // What was chosen before holds until the file can be read again.
  const lookSafely = () =>
    look().catch((err: unknown) => {
      const words = String(err);
      if (words !== problem) ctx.log.warn({ err }, `${guildsFile} cannot be read`);
      problem = words;
    });
  const refresh = (): Promise<void> => {
    const at = performance.now();
    if (!looking || at - looking.at >= lookEveryMs) {
      // One after the other: what was read first must not come last.
      const before = looking?.done ?? Promise.resolve();
      looking = { at, done: before.then(lookSafely) };
    }
    return looking.done;
  };
  void refresh();
  return {
    read: async (guildId) => {
      await refresh();
      return channelsOf(settings, guildId);
    },
    forget: () => {
      if (looking) looking.at = Number.NEGATIVE_INFINITY;
    },
  };
}
