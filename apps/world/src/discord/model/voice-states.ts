import { randomBytes } from 'node:crypto';
import { GatewayDispatchEvents, type APIVoiceState } from 'discord-api-types/v10';
import { isVoiceBased, type Channel, type Person } from '../demo.ts';
import { toMember } from './people.ts';
import { isDenied } from './permissions.ts';
import type { VoiceWhereabouts } from './records.ts';
import { publish, type Scene } from './scene.ts';

type Ears = Pick<VoiceWhereabouts, 'isSelfMute' | 'isSelfDeaf'>;

const maxTickets = 50;
const openEars: Ears = { isSelfMute: false, isSelfDeaf: false };

/** The `sessionId` of a bot is the one of its gateway connection. */
export function joinVoice(scene: Scene, person: Person, channel: Channel, sessionId?: string, ears = openEars): void {
  if (!isVoiceBased(channel)) throw new Error(`#${channel.name} is no voice channel.`);
  if (!scene.guild.members.has(person.id)) throw new Error(`${person.globalName} is not a member.`);
  const known = scene.voiceStates.get(person.id);
  const session = sessionId ?? known?.sessionId ?? randomBytes(16).toString('hex');
  const speech =
    known?.channelId === channel.id
      ? { isSuppressed: known.isSuppressed, requestedToSpeakAt: known.requestedToSpeakAt }
      : { isSuppressed: isSuppressedAtFirst(scene, person, channel), requestedToSpeakAt: undefined };
  scene.voiceStates.set(person.id, { channelId: channel.id, sessionId: session, ...ears, ...speech });
  publishState(scene, person);
}

/** On a stage everyone but its moderators starts in the audience. */
function isSuppressedAtFirst(scene: Scene, { id }: Person, { kind }: Channel): boolean {
  return id !== scene.guild.ownerId && (kind === 'stage' || isDenied(scene, 'Speak'));
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

/** A moderator mutes someone, or ends that. It lasts when they change the channel or leave. */
export function setServerMute(scene: Scene, person: Person, isMuted: boolean): void {
  if (isMuted) scene.serverMuted.add(person.id);
  else scene.serverMuted.delete(person.id);
  if (scene.voiceStates.has(person.id)) publishState(scene, person);
}

/** On a stage: becomes a speaker, goes to the audience, or asks to speak. Whoever becomes a speaker no longer asks. */
export function changeSpeech(
  scene: Scene,
  person: Person,
  change: Partial<Pick<VoiceWhereabouts, 'isSuppressed' | 'requestedToSpeakAt'>>,
): void {
  const state = scene.voiceStates.get(person.id);
  if (!state || scene.channels.get(state.channelId)?.kind !== 'stage')
    throw new Error(`${person.globalName} is on no stage.`);
  Object.assign(state, change);
  if (!state.isSuppressed) state.requestedToSpeakAt = undefined;
  publishState(scene, person);
}

/** Permissions have changed: who may speak in voice channels? */
export function updateSuppressed(scene: Scene): void {
  for (const [id, state] of scene.voiceStates) {
    const person = scene.people.get(id);
    const channel = scene.channels.get(state.channelId);
    if (!person || channel?.kind !== 'voice') continue;
    const isSuppressed = isSuppressedAtFirst(scene, person, channel);
    if (isSuppressed === state.isSuppressed) continue;
    state.isSuppressed = isSuppressed;
    publishState(scene, person);
  }
}

/** Whether others hear what someone sends: Discord drops the rest. */
export function isAudible({ voiceStates, serverMuted }: Scene, id: string): boolean {
  const state = voiceStates.get(id);
  return state !== undefined && !state.isSuppressed && !serverMuted.has(id);
}

export function toVoiceState(scene: Scene, id: string, formerSession = ''): APIVoiceState {
  const { guild, people, voiceStates, serverMuted } = scene;
  const state = voiceStates.get(id);
  const person = people.get(id);
  return {
    guild_id: guild.id,
    channel_id: state?.channelId ?? null,
    user_id: id,
    session_id: state?.sessionId ?? formerSession,
    deaf: false,
    mute: serverMuted.has(id),
    self_deaf: state?.isSelfDeaf ?? false,
    self_mute: state?.isSelfMute ?? false,
    self_video: false,
    self_stream: false,
    suppress: state?.isSuppressed ?? false,
    request_to_speak_timestamp: state?.requestedToSpeakAt ?? null,
    ...(person ? { member: toMember(scene, person) } : {}),
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
