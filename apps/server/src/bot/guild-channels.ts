import type { Ctx } from '../context.ts';
import { stampDatabase } from '../modules/databases/databases.service.ts';
import {
  channelsOf,
  guildsFile,
  readGuildSettings,
  type GuildChannels,
  type GuildSettings,
} from '../modules/discord/guilds.service.ts';

/** The channels chosen in each guild, cached: the file is not read for every message. */
export type GuildChannelsReader = {
  read: (guildId: string) => Promise<GuildChannels>;
  /** The next read looks at the file again. */
  invalidate: () => void;
};

const checkEveryMs = 500;
/** Two changes this close together may have the same modification time. */
const sameTimeMs = 2000;

/** Changes made by hand or by another process are noticed within a second. */
export function createGuildChannels(ctx: Ctx): GuildChannelsReader {
  let settings: Pick<GuildSettings, 'channels' | 'version'> = { channels: new Map(), version: '' };
  let stamp: string | undefined;
  let problem = '';
  let check: { at: number; done: Promise<void> } | undefined;

  const readIfChanged = async () => {
    const now = await stampDatabase(ctx, guildsFile);
    if (now !== undefined && now.stamp === stamp) return;
    const read = await readGuildSettings(ctx);
    const isOld = now !== undefined && Date.now() - now.changedAt.getTime() > sameTimeMs;
    stamp = isOld ? now.stamp : undefined;
    problem = '';
    if (read.version === settings.version) return;
    settings = read;
    if (read.wrong.length > 0)
      ctx.log.warn({ guilds: read.wrong }, `${guildsFile} has invalid settings for these guilds`);
  };
  // Until the file can be read again, the last settings stay in use.
  const readSafely = () =>
    readIfChanged().catch((err: unknown) => {
      const message = String(err);
      if (message !== problem) ctx.log.warn({ err }, `${guildsFile} could not be read`);
      problem = message;
    });
  const refresh = (): Promise<void> => {
    const at = performance.now();
    if (!check || at - check.at >= checkEveryMs) {
      // One after the other, so that an older read never overwrites a newer one.
      const before = check?.done ?? Promise.resolve();
      check = { at, done: before.then(readSafely) };
    }
    return check.done;
  };
  void refresh();
  return {
    read: async (guildId) => {
      await refresh();
      return channelsOf(settings, guildId);
    },
    invalidate: () => {
      if (check) check.at = Number.NEGATIVE_INFINITY;
    },
  };
}
