import { ChannelType, PermissionFlagsBits, type VoiceBasedChannel } from 'discord.js';
import type { Logger } from 'pino';

/** Why nobody would hear the bot: a stage's audience can only listen, and may ask to speak. */
export type Silence = 'not-allowed' | 'muted' | 'audience' | 'asking';

/** Whether it makes sense to join. On a stage, whether the bot may speak is decided once it is there. */
export function maySpeakIn(channel: VoiceBasedChannel): boolean {
  return channel.type !== ChannelType.GuildVoice || channel.speakable;
}

export function findSilence(channel: VoiceBasedChannel): Silence | undefined {
  if (!maySpeakIn(channel)) return 'not-allowed';
  const own = channel.guild.members.me?.voice;
  if (own?.channelId !== channel.id) return undefined;
  if (own.serverMute === true) return 'muted';
  if (own.suppress !== true) return undefined;
  if (channel.type !== ChannelType.GuildStageVoice) return 'not-allowed';
  return own.requestToSpeakTimestamp === null ? 'audience' : 'asking';
}

export function describeSilence(silence: Silence, { name }: VoiceBasedChannel): string {
  const reasons: Record<Silence, string> = {
    'not-allowed': `The bot isn't allowed to speak in the voice channel ${name}. It needs permission to speak there, and in the AFK channel nobody can speak.`,
    muted: `The bot is muted on the Discord server. The music resumes when a moderator unmutes it.`,
    audience: `The bot is in the audience of the stage ${name}. Invite it to speak, or give it permission to request to speak; then the music resumes.`,
    asking: `The bot has asked to speak on the stage ${name}. The music resumes when a moderator accepts.`,
  };
  return reasons[silence];
}

export type StageRequests = {
  /** Asks once for each stay in the audience: a moderator who declines is not asked again. */
  ask: (channel: VoiceBasedChannel, silence: Silence | undefined) => void;
  /** Someone wants music: it may be asked again. */
  retry: () => void;
};

/** Becomes a speaker on a stage where the bot may do so by itself, and otherwise asks a moderator. */
export function createStageRequests(log: Logger, retryAfterMs: number): StageRequests {
  let askedIn: string | undefined;
  const retry = () => {
    askedIn = undefined;
  };
  return {
    retry,
    ask: (channel, silence) => {
      const own = channel.guild.members.me?.voice;
      if (own?.channelId !== channel.id) retry();
      if (own?.channelId !== channel.id || silence !== 'audience' || askedIn === channel.id) return;
      const permissions = channel.permissionsFor(channel.client.user);
      const isModerator = permissions?.has(PermissionFlagsBits.MuteMembers) === true;
      if (!isModerator && permissions?.has(PermissionFlagsBits.RequestToSpeak) !== true) return;
      askedIn = channel.id;
      const request = isModerator ? own.setSuppressed(false) : own.setRequestToSpeak(true);
      request.catch((err: unknown) => {
        log.info({ err, channelId: channel.id }, 'The bot could not ask to speak on a stage');
        setTimeout(retry, retryAfterMs).unref();
      });
    },
  };
}
