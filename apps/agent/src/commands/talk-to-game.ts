import { CommandTextError } from '@tribehall/ark/rcon/command-text';
import type { OnlinePlayer } from '@tribehall/ark/rcon/replies';
import { RconError, type RconPriority, type RunOptions } from '../rcon/rcon-client.ts';
import { type CommandContext, type Order, OrderError } from './command.ts';

type RconErrorCode = RconError['code'];

/** These say that the game never got it. */
const unsent: ReadonlySet<RconErrorCode> = new Set(['unreachable', 'refused', 'busy']);

/** Runs a command that changes something. If it fails after it was sent, the outcome is open. */
export async function act(
  { rcon }: Pick<CommandContext, 'rcon'>,
  order: Order,
  command: string,
  options: Partial<Pick<RunOptions, 'priority' | 'timeoutMs'>> = {},
): Promise<string> {
  const wasSent = order.isSent;
  order.isSent = true;
  try {
    return await rcon.run(command, { priority: 'moderation', ...options, signal: order.signal });
  } catch (error) {
    if (isUnsent(error)) order.isSent = wasSent;
    throw inOrderTerms(error, order.isSent);
  }
}

/** Who is online, asked of the game now. */
export async function askPlayers(
  { players }: Pick<CommandContext, 'players'>,
  order: Order,
  priority: RconPriority = 'moderation',
): Promise<OnlinePlayer[]> {
  try {
    return await players.ask({ priority, signal: order.signal });
  } catch (error) {
    throw inOrderTerms(error, order.isSent);
  }
}

export async function requireOnline(ctx: CommandContext, playerId: string, order: Order): Promise<OnlinePlayer[]> {
  const players = await askPlayers(ctx, order);
  if (players.some(({ id }) => id === playerId)) return players;
  throw new OrderError('playerOffline', 'The player is not online on this server.');
}

/** RCON with a wrong password can do nothing at all. */
export function whyNoRcon({ rcon }: Pick<CommandContext, 'rcon'>): string | undefined {
  if (rcon.state().state !== 'refused') return undefined;
  return "The game server refuses the RCON password in the agent's configuration.";
}

function isUnsent(error: unknown): boolean {
  return error instanceof CommandTextError || (error instanceof RconError && unsent.has(error.code));
}

function inOrderTerms(error: unknown, isSent: boolean): Error {
  if (error instanceof CommandTextError) return new OrderError('invalidParams', error.message, { cause: error });
  if (!(error instanceof RconError)) return asOrderError(error);
  if (isSent)
    return new OrderError('unknownOutcome', 'The connection to the game broke; it may have happened.', {
      cause: error,
    });
  const reasons: Record<RconErrorCode, OrderError> = {
    unreachable: new OrderError('gameOffline', 'The game server does not answer.', { cause: error }),
    closed: new OrderError('gameOffline', 'The game server closed the connection.', { cause: error }),
    refused: new OrderError('gameOffline', "The game server refuses the agent's RCON password.", { cause: error }),
    busy: new OrderError('busy', 'The game server is too busy.', { cause: error }),
    timeout: new OrderError('timeout', 'The game server did not answer in time.', { cause: error }),
  };
  return reasons[error.code];
}

function asOrderError(error: unknown): Error {
  if (error instanceof OrderError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new OrderError('gameOffline', message, { cause: error });
}
