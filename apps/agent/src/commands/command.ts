import { agentErrors } from '@tribehall/contract/agent/agent.contract';
import { rpcErrors } from '@tribehall/contract/agent/json-rpc';
import type { CommandName, CommandParams, CommandResult } from '@tribehall/contract/agent/commands';
import type { GameTraits } from '../games.ts';
import type { Log } from '../log/agent-log.ts';
import type { RconClient } from '../rcon/rcon-client.ts';
import type { Echoes } from '../watch/chat/chat-memory.ts';
import type { ListsWatch } from '../watch/lists/lists-watch.ts';
import type { Deaths } from '../watch/players/deaths.ts';
import type { Identities } from '../watch/players/identities.ts';
import type { PlayersWatch } from '../watch/players/players-watch.ts';

/** A command in progress. */
export type Execution = {
  /** Aborted when the time is up. */
  signal: AbortSignal;
  /** Set when something is sent to the game: from then on the outcome of a failure is unknown. */
  isSent: boolean;
};

/** Small values that survive restarts. */
export type Notes = {
  get(key: string): string | undefined;
  /** Resolves when the value is stored; `null` deletes it. */
  set(key: string, value: string | null): Promise<void>;
};

/** Commands that share one execution while it runs (single-flight). */
export type InFlight = {
  ping: Promise<CommandResult<'server.ping'>> | undefined;
  /** By idempotency key. */
  whispers: Map<string, Promise<CommandResult<'players.whisper'>>>;
};

export const noneInFlight = (): InFlight => ({ ping: undefined, whispers: new Map() });

/** What the commands of one game server work with. */
export type CommandContext = {
  traits: GameTraits;
  log: Log;
  /** Hides a text that is for one person alone from the logs that others see. */
  hideFromLogs(text: string): void;
  rcon: Pick<RconClient, 'run' | 'state'>;
  players: Pick<PlayersWatch, 'ask' | 'online'>;
  identities: Pick<Identities, 'arkIdOf' | 'survivorOf' | 'nameOf'>;
  deaths: Pick<Deaths, 'expect'>;
  lists: ListsWatch['files'];
  echoes: Pick<Echoes, 'expect' | 'forget'>;
  notes: Notes;
  /** Without a log: polls the game soon for what just happened. */
  hurryFacts(): void;
  /** Polls for world saves more often for a while. */
  hurrySaves(): void;
  /** Why the game's own player numbers are unavailable; undefined if they are available. */
  whyNoArkIds(): string | undefined;
  /** Updates of the agent that the portal asks for. */
  updates: {
    /** Why the agent does not allow them. */
    whyNot(): string | undefined;
    /** Resolves when the update is installed; the agent hands over to it afterwards. */
    install(): Promise<{ version: string }>;
  };
  inFlight: InFlight;
  /** How long to wait for an effect, and how often to check for it. */
  confirmation: { withinMs: number; everyMs: number };
};

export type Command<Name extends CommandName> = {
  /** Why this server cannot do it now; undefined if it can. */
  whyNot(ctx: CommandContext): string | undefined;
  /** Sent all the time: its failures are not logged. */
  isRoutine?: true;
  run(ctx: CommandContext, params: CommandParams<Name>, execution: Execution): Promise<CommandResult<Name>>;
};

const codes = { ...agentErrors, ...rpcErrors };

/** Why a command failed; the message is for the user who sent it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly reason: keyof typeof codes;

  constructor(reason: keyof typeof codes, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }

  get code(): number {
    return codes[this.reason];
  }
}

/** Of an agent that is not a program of its own. */
export const noUpdates: CommandContext['updates'] = {
  whyNot: () => 'This agent cannot be updated from the portal.',
  install: () => Promise.reject(new CommandError('notSupported', 'This agent cannot be updated from the portal.')),
};
