import type { GatewayDispatchPayload } from 'discord-api-types/v10';
import type { Recorder } from '../recorder.ts';
import type { Channel, Person } from '../demo.ts';
import type { Grants } from '../oauth/grants.ts';
import type { Switches } from '../switches.ts';
import type { Command, Interaction, StoredMessage, VoiceTicket, VoiceWhereabouts } from './records.ts';
import type { VoiceMeter } from '../voice/voice-meter.ts';

export type Application = { id: string; name: string; clientSecret: string; botToken: string };

/** A guild that only has members: the bot is not in it. */
export type ForeignGuild = { id: string; name: string; members: Set<string> };

/** A role besides that of everyone; `members` have it. */
export type Role = { id: string; name: string; members: Set<string> };

/** An event of the gateway. */
export type Dispatch = GatewayDispatchPayload extends infer Payload
  ? Payload extends { t: infer T; d: infer D }
    ? { t: T; d: D }
    : never
  : never;

/** The state of this Discord. All parts read it and change it through `model/`. */
export type Scene = {
  application: Application;
  guild: { id: string; name: string; ownerId: string; members: Set<string>; roles: Map<string, Role> };
  foreignGuilds: Map<string, ForeignGuild>;
  people: Map<string, Person>;
  channels: Map<string, Channel>;
  /** Direct messages of the bot: the person by the id of the channel. */
  directChannels: Map<string, Person>;
  messages: Map<string, StoredMessage[]>;
  /** By the scope they are registered for: a guild's id, or `global`. */
  commands: Map<string, Command[]>;
  interactions: Map<string, Interaction>;
  voiceStates: Map<string, VoiceWhereabouts>;
  /** Muted by a moderator, also while they are in no channel. */
  serverMuted: Set<string>;
  voiceTickets: Map<string, VoiceTicket>;
  voiceMeters: Map<string, VoiceMeter>;
  /** Of the last Identify at the voice server: whether the library can encrypt end to end. */
  maxDaveProtocolVersion: number | undefined;
  /** Of the last group that encrypts end to end: how often its keys have changed. */
  daveEpoch: number;
  grants: Grants;
  switches: Switches;
  recorder: Recorder;
  /** Called with every event. */
  listeners: Set<(dispatch: Dispatch) => void>;
  /** Called when anything has changed. */
  watchers: Set<() => void>;
  /** The addresses at which it can be reached, known once it listens. */
  addresses: { web: string; gateway: string; voice: string };
};

export function publish(scene: Scene, dispatch: Dispatch): void {
  for (const listener of scene.listeners) listener(dispatch);
  touch(scene);
}

/** For what changes without an event of the gateway. */
export function touch({ watchers }: Scene): void {
  for (const watcher of watchers) watcher();
}
