import type { APIApplicationCommand, APIMessage } from 'discord-api-types/v10';
import type { Person } from '../demo.ts';

export type Command = APIApplicationCommand;

/** A reply to a command may be visible only to the person who gave it. */
export type StoredMessage = { message: APIMessage; onlyFor?: string; enforcedNonce?: string };

/** A command that someone has given, and how far the bot is with it. */
export type Interaction = {
  id: string;
  token: string;
  person: Person;
  channelId: string;
  /** As it was typed, with its options. */
  line: string;
  givenAt: number;
  state: 'waiting' | 'deferred' | 'answered';
  messageIds: string[];
  /** What an option can be, if the bot was asked for that. */
  choices?: { name: string; value: string | number }[];
};

/** The voice channel that a person is in. */
export type VoiceWhereabouts = {
  channelId: string;
  sessionId: string;
  isSelfMute: boolean;
  isSelfDeaf: boolean;
  /** May not speak: in the audience of a stage, or without permission. */
  isSuppressed: boolean;
  /** The moment at which they asked to speak on a stage. */
  requestedToSpeakAt: string | undefined;
};

/** The credentials with which the bot connects to the voice server. */
export type VoiceTicket = { token: string; userId: string; sessionId: string };
