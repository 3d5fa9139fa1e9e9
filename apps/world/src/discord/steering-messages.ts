import type { APIMessage } from 'discord-api-types/v10';
import type { Counters, NotedCall } from './recorder.ts';
import type { GivenOptions } from './model/command-options.ts';
import type { Command } from './model/records.ts';
import type { Switches } from './switches.ts';
import type { VoiceFigures } from './voice/voice-meter.ts';

/**
 * How tests and journeys steer the stand-in Discord: `SteeringRequest` in, `SteeringAnswer` out, either as messages of
 * the world's process or as one line of JSON each on its control socket. People are named by id or username, channels
 * by id or name.
 */
export type SteeringRequest = { type: 'discord'; requestId: string | number } & {
  [Name in SteeringActionName]: { action: Name } & SteeringActions[Name]['asks'];
}[SteeringActionName];

export type SteeringAnswer = { type: 'discord-answer'; requestId: string | number | undefined } & (
  | { ok: true; data?: unknown }
  | { ok: false; error: string }
);

export type SteeringActionName = keyof SteeringActions;

/** A message with, where it is an answer to one person alone, that person's id. */
export type SeenMessage = APIMessage & { onlyFor?: string };

export type CommandOutcome = {
  interactionId: string;
  state: 'waiting' | 'deferred' | 'answered';
  replies: SeenMessage[];
};

export type VoiceReport = {
  /** By channel name: who is there, and what was heard there. */
  channels: Record<string, { people: string[]; figures: VoiceFigures }>;
  maxDaveProtocolVersion: number | null;
};

/** What each action needs, and what it returns in `data`. */
export type SteeringActions = {
  say: { asks: { person: string; channel: string; text: string }; answers: APIMessage };
  /** Oldest first. */
  messages: { asks: { channel: string }; answers: SeenMessage[] };
  /** Someone new with a Discord account; not a member of the guild until admitted. */
  addPerson: { asks: { id: string; username: string; globalName?: string }; answers: undefined };
  admit: { asks: { person: string }; answers: undefined };
  kick: { asks: { person: string }; answers: undefined };
  /** A guild that the bot is not in; its members have it in their list. */
  addGuild: { asks: { id: string; name: string; members: string[] }; answers: undefined };
  /** Joins or moves. The bot can only be moved. */
  joinVoice: { asks: { person: string; channel: string }; answers: undefined };
  leaveVoice: { asks: { person: string }; answers: undefined };
  voice: { asks: object; answers: VoiceReport };
  commands: { asks: object; answers: Command[] };
  /** Waits until the bot has answered, a deferred answer too, or `waitMs` are over. */
  command: {
    asks: { person: string; channel: string; name: string; options?: GivenOptions; waitMs?: number };
    answers: CommandOutcome;
  };
  replies: { asks: { interactionId: string }; answers: CommandOutcome };
  /** Presses a button of the authorize page; returns where the browser is redirected. */
  authorize: { asks: { url: string; person: string; decision?: 'authorize' | 'cancel' }; answers: string };
  /** Objects are replaced, `null` turns a switch off that can be off. */
  switch: { asks: { switches: { [Name in keyof Switches]?: Switches[Name] | null } }; answers: Switches };
  /** Every connection at the gateway ends with this code. */
  closeGateway: { asks: { code: number }; answers: undefined };
  counters: { asks: object; answers: Counters };
  calls: { asks: object; answers: NotedCall[] };
  resetCounters: { asks: object; answers: undefined };
};
