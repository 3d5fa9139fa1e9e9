import { agentErrors, rpcErrors } from '@tribehall/contract/agent/agent.contract';
import type { CommandName, CommandParams, CommandResult } from '@tribehall/contract/agent/commands';
import type { GameTraits } from '../games.ts';
import type { Log } from '../log/agent-log.ts';
import type { RconClient } from '../rcon/rcon-client.ts';
import type { Echoes } from '../watch/chat/chat-memory.ts';
import type { BanList } from '../watch/players/ban-list.ts';
import type { Deaths } from '../watch/players/deaths.ts';
import type { Identities } from '../watch/players/identities.ts';
import type { PlayersWatch } from '../watch/players/players-watch.ts';

/** One order under way. */
export type Order = {
  /** Aborted when the time is up. */
  signal: AbortSignal;
  /** Set by whoever sends something to the game: from then on a failure leaves the outcome open. */
  isSent: boolean;
};

/** Small things that outlive the process. */
export type Notes = {
  get(key: string): string | undefined;
  /** Resolves when it would survive the end of this process; `null` forgets. */
  set(key: string, value: string | null): Promise<void>;
};

/** What the orders of one game server work with. */
export type CommandContext = {
  traits: GameTraits;
  log: Log;
  /** Keeps a text that is for one person alone out of the logs that others see. */
  keepSecret(text: string): void;
  rcon: Pick<RconClient, 'run' | 'state'>;
  players: Pick<PlayersWatch, 'ask' | 'online'>;
  identities: Pick<Identities, 'arkIdOf' | 'survivorOf' | 'nameOf'>;
  deaths: Pick<Deaths, 'expect'>;
  bans: Pick<BanList, 'has'>;
  echoes: Pick<Echoes, 'expect' | 'forget'>;
  notes: Notes;
  /** Has the game asked soon for what just happened, where there is no log. */
  hurryFacts(): void;
  /** Has the saves looked at more often for a while. */
  hurrySaves(): void;
  /** Why the game's own numbers of players cannot be found; undefined where they can. */
  whyNoArkIds(): string | undefined;
  /** How long an effect is waited for, and how often it is looked for. */
  confirmation: { withinMs: number; everyMs: number };
};

export type Command<Name extends CommandName> = {
  /** Why this server cannot do it now; undefined where it can. */
  whyNot(ctx: CommandContext): string | undefined;
  /** Given all the time: a failure is no news for the log. */
  isRoutine?: true;
  run(ctx: CommandContext, params: CommandParams<Name>, order: Order): Promise<CommandResult<Name>>;
};

const codes = { ...agentErrors, ...rpcErrors };

/** Why an order was not carried out; the message is for the person who gave it. */
export class OrderError extends Error {
  override readonly name = 'OrderError';
  readonly reason: keyof typeof codes;

  constructor(reason: keyof typeof codes, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }

  get code(): number {
    return codes[this.reason];
  }
}
