import { randomBytes } from 'node:crypto';
import { GatewayDispatchEvents, type APIVoiceState } from 'discord-api-types/v10';
import type { Channel, Person } from '../demo.ts';
import { toMember } from './people.ts';
import { publish, type Scene } from './scene.ts';

type Ears = { isSelfMute: boolean; isSelfDeaf: boolean };

const maxTickets = 50;
const openEars: Ears = { isSelfMute: false, isSelfDeaf: false };

/** The `sessionId` of a bot is the one of its gateway connection. */
export function joinVoice(scene: Scene, person: Person, channel: Channel, sessionId?: string, ears = openEars): void {
  if (channel.kind !== 'voice') throw new Error(`#${channel.name} is no voice channel.`);
  if (!scene.guild.members.has(person.id)) throw new Error(`${person.globalName} is not a member.`);
  const known = scene.voiceStates.get(person.id);
  const session = sessionId ?? known?.sessionId ?? randomBytes(16).toString('hex');
  scene.voiceStates.set(person.id, { channelId: channel.id, sessionId: session, ...ears });
  publishState(scene, person);
}

/** Someone goes to a voice channel. A bot must already be in one: it joins by itself. */
export function moveInVoice(scene: Scene, person: Person, channel: Channel): void {
  if (person.isBot && !scene.voiceStates.has(person.id)) throw new Error('A bot joins voice by itself.');
  joinVoice(scene, person, channel);
  if (person.isBot) sendToVoiceServer(scene, person);
}

export function leaveVoice(scene: Scene, person: Person): void {
  const state = scene.voiceStates.get(person.id);
  if (!state) return;
  scene.voiceStates.delete(person.id);
  publishState(scene, person, state.sessionId);
}

export function toVoiceState({ guild, people, voiceStates }: Scene, id: string, formerSession = ''): APIVoiceState {
  const state = voiceStates.get(id);
  const person = people.get(id);
  return {
    guild_id: guild.id,
    channel_id: state?.channelId ?? null,
    user_id: id,
    session_id: state?.sessionId ?? formerSession,
    deaf: false,
    mute: false,
    self_deaf: state?.isSelfDeaf ?? false,
    self_mute: state?.isSelfMute ?? false,
    self_video: false,
    self_stream: false,
    suppress: false,
    request_to_speak_timestamp: null,
    ...(person ? { member: toMember(person) } : {}),
  };
}

export function toVoiceStates(scene: Scene): APIVoiceState[] {
  return [...scene.voiceStates.keys()].map((id) => toVoiceState(scene, id));
}

function publishState(scene: Scene, { id }: Person, formerSession?: string): void {
  publish(scene, { t: GatewayDispatchEvents.VoiceStateUpdate, d: toVoiceState(scene, id, formerSession) });
}

/** Sends a bot in a voice channel the address of the voice server. */
export function sendToVoiceServer(scene: Scene, { id }: Person): void {
  const { voiceTickets } = scene;
  const state = scene.voiceStates.get(id);
  if (!state) return;
  const token = randomBytes(8).toString('hex');
  voiceTickets.set(token, { token, userId: id, sessionId: state.sessionId });
  const [oldest] = voiceTickets.keys();
  if (voiceTickets.size > maxTickets && oldest) voiceTickets.delete(oldest);
  const d = { token, guild_id: scene.guild.id, endpoint: scene.addresses.voice };
  publish(scene, { t: GatewayDispatchEvents.VoiceServerUpdate, d });
}
