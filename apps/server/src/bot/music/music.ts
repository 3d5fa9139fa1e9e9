import { Events, type Client, type VoiceState } from 'discord.js';
import type { Ctx } from '../../context.ts';
import { changedSubject, listGuildsWithSongs } from '../../modules/music/queue/queue-player.service.ts';
import { createGuildPlayer, type GuildPlayer } from './guild-player.ts';
import { musicTimes, type MusicTimes } from './music-times.ts';

/** Plays the queues of all guilds until it is stopped. */
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

  /** Resumes what was playing, also in guilds that become available later. The community's guild reports in any case. */
  const resume = async () => {
    try {
      const guilds = new Set([ctx.config.GUILD_ID ?? '', ...(await listGuildsWithSongs(ctx))]);
      for (const guildId of guilds) playerOf(guildId)?.reconcile();
    } catch (err) {
      ctx.log.warn({ err }, 'The music could not be resumed');
      setTimeout(() => isStopped || void resume(), musicTimes.reconcileEveryMs).unref();
    }
  };
  const onVoiceState = (before: VoiceState, now: VoiceState) => {
    const player = players.get(now.guild.id);
    if (now.id !== client.user?.id) player?.reconcile();
    else if (before.channelId !== now.channelId) player?.onMoved(now.channelId);
    else player?.reconcile();
  };
  const onGuilds = () => void resume();
  const unsubscribe = ctx.bus.subscribe(changedSubject, (message) => {
    const { guildId } = message as { guildId: string };
    playerOf(guildId)?.onQueueChange();
  });
  const stopOnGap = ctx.bus.onGap(onGuilds);
  client.on(Events.VoiceStateUpdate, onVoiceState);
  client.on(Events.GuildCreate, onGuilds);
  client.on(Events.GuildAvailable, onGuilds);
  onGuilds();

  return {
    stop: async () => {
      isStopped = true;
      unsubscribe();
      stopOnGap();
      client
        .off(Events.VoiceStateUpdate, onVoiceState)
        .off(Events.GuildCreate, onGuilds)
        .off(Events.GuildAvailable, onGuilds);
      await Promise.all([...players.values()].map((player) => player.stop()));
    },
  };
}
