import { CommandTextError } from '@tribehall/ark/rcon/command-text';
import type { OnlinePlayer } from '@tribehall/ark/rcon/replies';
import { RconError, type RconPriority, type RunOptions } from '../rcon/rcon-client.ts';
import { type CommandContext, type Execution, CommandError } from './command.ts';

type RconErrorCode = RconError['code'];

/** With these errors the game never got the command. */
const unsent: ReadonlySet<RconErrorCode> = new Set(['unreachable', 'refused', 'busy']);

/** Runs a command that changes something. If it fails after it was sent, the outcome is unknown. */
export async function act(
  { rcon }: Pick<CommandContext, 'rcon'>,
  execution: Execution,
  command: string,
  options: Partial<Pick<RunOptions, 'priority' | 'timeoutMs'>> = {},
): Promise<string> {
  const wasSent = execution.isSent;
  execution.isSent = true;
  try {
    return await rcon.run(command, { priority: 'moderation', ...options, signal: execution.signal });
  } catch (error) {
    if (isUnsent(error)) execution.isSent = wasSent;
    throw toCommandError(error, execution.isSent);
  }
}

/** Asks the game who is online. */
export async function askPlayers(
  { players }: Pick<CommandContext, 'players'>,
  execution: Execution,
  priority: RconPriority = 'moderation',
): Promise<OnlinePlayer[]> {
  try {
    return await players.ask({ priority, signal: execution.signal });
  } catch (error) {
    throw toCommandError(error, execution.isSent);
  }
}

export async function requireOnline(
  ctx: CommandContext,
  playerId: string,
  execution: Execution,
): Promise<OnlinePlayer[]> {
  const players = await askPlayers(ctx, execution);
  if (players.some(({ id }) => id === playerId)) return players;
  throw new CommandError('playerOffline', 'The player is not online on this server.');
}

/** With a wrong RCON password no command works. */
export function whyNoRcon({ rcon }: Pick<CommandContext, 'rcon'>): string | undefined {
  if (rcon.state().state !== 'refused') return undefined;
  return "The game server refuses the RCON password in the agent's configuration.";
}

function isUnsent(error: unknown): boolean {
  return error instanceof CommandTextError || (error instanceof RconError && unsent.has(error.code));
}

function toCommandError(error: unknown, isSent: boolean): Error {
  if (error instanceof CommandTextError) return new CommandError('invalidParams', error.message, { cause: error });
  if (!(error instanceof RconError)) return wrapError(error);
  if (isSent)
    return new CommandError('unknownOutcome', 'The connection to the game broke; the command may have run.', {
      cause: error,
    });
  const reasons: Record<RconErrorCode, CommandError> = {
    unreachable: new CommandError('gameOffline', 'The game server does not answer.', { cause: error }),
    closed: new CommandError('gameOffline', 'The game server closed the connection.', { cause: error }),
    refused: new CommandError('gameOffline', "The game server refuses the agent's RCON password.", { cause: error }),
    busy: new CommandError('busy', 'The game server is too busy.', { cause: error }),
    timeout: new CommandError('timeout', 'The game server did not answer in time.', { cause: error }),
  };
  return reasons[error.code];
}

function wrapError(error: unknown): Error {
  if (error instanceof CommandError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new CommandError('gameOffline', message, { cause: error });
}
