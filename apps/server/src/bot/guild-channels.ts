import type { Ctx } from '../context.ts';
import { readGuildChannels, type GuildChannels } from '../modules/discord/guilds.service.ts';

/** Which channels are chosen in each guild, without asking the database for every message. */
export type GuildChannelsReader = {
  read: (guildId: string) => Promise<GuildChannels>;
  /** Someone has just chosen. */
  forget: (guildId: string) => void;
};

const keepMs = 10_000;
const maxKept = 1000;

export function createGuildChannels(ctx: Ctx): GuildChannelsReader {
  const known = new Map<string, { at: number; channels: Promise<GuildChannels> }>();
  return {
    read: (guildId) => {
      const now = performance.now();
      const kept = known.get(guildId);
      if (kept && now - kept.at < keepMs) return kept.channels;
      if (known.size >= maxKept) known.clear();
      const channels = readGuildChannels(ctx, guildId);
      known.set(guildId, { at: now, channels });
      channels.catch(() => known.delete(guildId));
      return channels;
    },
    forget: (guildId) => void known.delete(guildId),
  };
}
