import type { GatewayVoiceStateUpdateData } from 'discord-api-types/v10';
import type { Fields } from '../../fields.ts';
import { isDenied } from '../model/guild.ts';
import { botOf } from '../model/people.ts';
import type { Scene } from '../model/scene.ts';
import { joinVoice, leaveVoice, sendToVoiceServer } from '../model/voice-states.ts';
import type { Session, Sessions } from './sessions.ts';

/** Who may not enter hears nothing at all. */
export function changeVoice(scene: Scene, _: Sessions, session: Session, data: Fields): void {
  scene.chronicle.note('voiceStateUpdates');
  const {
    guild_id: guildId,
    channel_id: channelId,
    self_mute,
    self_deaf,
  } = data as Partial<GatewayVoiceStateUpdateData>;
  if (guildId !== scene.guild.id) return;
  const bot = botOf(scene);
  if (channelId === null || channelId === undefined) return leaveVoice(scene, bot);
  const channel = scene.channels.get(channelId);
  if (channel?.kind !== 'voice' || scene.switches.noVoiceServer || isDenied(scene, 'Connect')) return;
  joinVoice(scene, bot, channel, session.id, { isSelfMute: self_mute === true, isSelfDeaf: self_deaf === true });
  sendToVoiceServer(scene, bot);
}
