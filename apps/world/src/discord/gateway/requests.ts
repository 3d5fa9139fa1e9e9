import { GatewayDispatchEvents, type GatewayVoiceStateUpdateData } from 'discord-api-types/v10';
import type { Fields } from '../../fields.ts';
import { isVoiceBased } from '../demo.ts';
import { botOf, membersOf, toMember } from '../model/people.ts';
import { isDenied } from '../model/permissions.ts';
import type { Scene } from '../model/scene.ts';
import { joinVoice, leaveVoice, sendToVoiceServer } from '../model/voice-states.ts';
import type { Session, Sessions } from './sessions.ts';

type Request = {
  guild_id?: string;
  user_ids?: string | string[];
  query?: string;
  limit?: number;
  nonce?: string;
};

export function sendMembers(scene: Scene, sessions: Sessions, session: Session, data: Fields): void {
  const { guild_id: guildId, user_ids: wanted, query, limit, nonce } = data as Request;
  if (guildId !== scene.guild.id) return;
  const all = membersOf(scene);
  const ids = wanted === undefined ? undefined : [wanted].flat();
  const chosen = ids
    ? all.filter(({ id }) => ids.includes(id))
    : all.filter(({ username }) => username.startsWith((query ?? '').toLowerCase())).slice(0, limit || undefined);
  const missing = ids?.filter((id) => !chosen.some((person) => person.id === id)) ?? [];
  sessions.dispatch(session, {
    t: GatewayDispatchEvents.GuildMembersChunk,
    d: {
      guild_id: guildId,
      members: chosen.map((person) => toMember(scene, person)),
      chunk_index: 0,
      chunk_count: 1,
      not_found: missing,
      ...(nonce === undefined ? {} : { nonce }),
    },
  });
}

/** A request for a channel that the bot may not enter gets no reply. */
export function changeVoice(scene: Scene, _: Sessions, session: Session, data: Fields): void {
  scene.recorder.note('voiceStateUpdates');
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
  if (!channel || !isVoiceBased(channel) || scene.switches.noVoiceServer || isDenied(scene, 'Connect')) return;
  joinVoice(scene, bot, channel, session.id, { isSelfMute: self_mute === true, isSelfDeaf: self_deaf === true });
  sendToVoiceServer(scene, bot);
}
