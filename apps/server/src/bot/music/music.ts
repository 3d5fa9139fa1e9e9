import { Events, type Client, type VoiceState } from 'discord.js';
import type { Ctx } from '../../context.ts';
import { changedSubject, listGuildsWithSongs } from '../../modules/music/queue/queue-player.service.ts';
import { createGuildPlayer, type GuildPlayer } from './guild-player.ts';
import { musicTimes, type MusicTimes } from './music-times.ts';

/** Plays what the guilds' queues say, until it is stopped. */
export function startMusic(ctx: Ctx, client: Client, times: Partial<MusicTimes> = {}): { stop(): Promise<void> } {
  const players = new Map<string, GuildPlayer>();
  let isStopped = false;

  const playerOf = (guildId: string): GuildPlayer | undefined => {
    const known = players.get(guildId);
    if (known || isStopped || !client.guilds.cache.has(guildId)) return known;
    const fresh = createGuildPlayer({ ctx, client, guildId, times: { ...musicTimes, ...times } });
    players.set(guildId, fresh);
    return fresh;
  };

  /** Takes up what was playing, also in guilds that come only now. The community's page wants to know in any case. */
  const takeUp = async () => {
    try {
      const guilds = new Set([ctx.config.GUILD_ID ?? '', ...(await listGuildsWithSongs(ctx))]);
      for (const guildId of guilds) playerOf(guildId)?.wake();
    } catch (err) {
      ctx.log.warn({ err }, 'The music could not be taken up');
      setTimeout(() => isStopped || void takeUp(), musicTimes.lookEveryMs).unref();
    }
  };
  const follow = (before: VoiceState, now: VoiceState) => {
    const player = players.get(now.guild.id);
    if (now.id !== client.user?.id) player?.wake();
    else if (before.channelId !== now.channelId) player?.moved(now.channelId);
  };
  const come = () => void takeUp();
  const unsubscribe = ctx.bus.subscribe(changedSubject, (message) => {
    const { guildId } = message as { guildId: string };
    playerOf(guildId)?.changed();
  });
  const stopOnGap = ctx.bus.onGap(come);
  client.on(Events.VoiceStateUpdate, follow);
  client.on(Events.GuildCreate, come);
  client.on(Events.GuildAvailable, come);
  come();

  return {
    stop: async () => {
      isStopped = true;
      unsubscribe();
      stopOnGap();
      client.off(Events.VoiceStateUpdate, follow).off(Events.GuildCreate, come).off(Events.GuildAvailable, come);
      await Promise.all([...players.values()].map((player) => player.stop()));
    },
  };
}
