import type { APIMessage } from 'discord-api-types/v10';
import type { Counters, NotedCall } from './recorder.ts';
import type { GivenOptions } from './model/command-options.ts';
import type { Command } from './model/records.ts';
import type { Switches } from './switches.ts';
import type { VoiceFigures } from './voice/voice-meter.ts';

/**
 * How tests and journeys steer the stand-in Discord: `SteeringRequest` in, `SteeringReply` out, either as messages of
 * the world's process or as one line of JSON each on its control socket. People are named by id or username, channels
 * by id or name.
 */
export type SteeringRequest = { type: 'discord'; requestId: string | number } & {
  [Name in SteeringActionName]: { action: Name } & SteeringActions[Name]['asks'];
}[SteeringActionName];

export type SteeringReply = { type: 'discord-answer'; requestId: string | number | undefined } & (
  | { ok: true; data?: unknown }
  | { ok: false; error: string }
);

export type SteeringActionName = keyof SteeringActions;

/** A message with, where it is a reply to one person alone, that person's id. */
export type SeenMessage = APIMessage & { onlyFor?: string };

export type CommandOutcome = {
  interactionId: string;
  state: 'waiting' | 'deferred' | 'answered';
  replies: SeenMessage[];
};

export type VoiceReport = {
  /** By channel name: who is there, who asks to speak on the stage, and what was played there. */
  channels: Record<string, { people: string[]; asking: string[]; figures: VoiceFigures }>;
  maxDaveProtocolVersion: number | null;
  daveEpoch: number;
};

/** What each action needs, and what it returns in `data`. */
export type SteeringActions = {
  say: { asks: { person: string; channel: string; text: string }; reply: APIMessage };
  /** Oldest first. */
  messages: { asks: { channel: string }; reply: SeenMessage[] };
  /** What the bot has written to someone alone, oldest first. */
  directMessages: { asks: { person: string }; reply: APIMessage[] };
  /** Someone new with a Discord account; not a member of the guild until admitted. */
  addPerson: { asks: { id: string; username: string; globalName?: string }; reply: undefined };
  admit: { asks: { person: string }; reply: undefined };
  kick: { asks: { person: string }; reply: undefined };
  /** A role of the guild, by id or name. */
  setRole: { asks: { person: string; role: string; hasRole: boolean }; reply: undefined };
  /** A guild that the bot is not in; its members have it in their list. */
  addGuild: { asks: { id: string; name: string; members: string[] }; reply: undefined };
  /** Joins or moves. The bot can only be moved. */
  joinVoice: { asks: { person: string; channel: string }; reply: undefined };
  leaveVoice: { asks: { person: string }; reply: undefined };
  /** A moderator mutes someone in all voice channels, or ends that. */
  muteInVoice: { asks: { person: string; isMuted: boolean }; reply: undefined };
  /** A moderator invites someone on a stage to speak, or sends them to the audience. */
  letSpeak: { asks: { person: string; isSpeaker: boolean }; reply: undefined };
  voice: { asks: object; reply: VoiceReport };
  commands: { asks: object; reply: Command[] };
  /** Waits until the bot has replied, also to a deferred command, or for `waitMs`. */
  command: {
    asks: { person: string; channel: string; name: string; options?: GivenOptions; waitMs?: number };
    reply: CommandOutcome;
  };
  /** What an option can be, by what was typed so far. */
  complete: {
    asks: { person: string; channel: string; name: string; options: GivenOptions; focused: string };
    reply: { name: string; value: string | number }[];
  };
  replies: { asks: { interactionId: string }; reply: CommandOutcome };
  /** Presses a button of the authorize page; returns where the browser is redirected. */
  authorize: { asks: { url: string; person: string; decision?: 'authorize' | 'cancel' }; reply: string };
  /** Objects are replaced, `null` turns a switch off that can be off. */
  switch: { asks: { switches: { [Name in keyof Switches]?: Switches[Name] | null } }; reply: Switches };
  /** Every connection at the gateway ends with this code. */
  closeGateway: { asks: { code: number }; reply: undefined };
  counters: { asks: object; reply: Counters };
  calls: { asks: object; reply: NotedCall[] };
  resetCounters: { asks: object; reply: undefined };
};
