import { createHash } from 'node:crypto';
import { commands, type CommandName, type CommandParams, type CommandResult } from '@tribehall/contract';
import { agentErrors, type agentCloseCodes } from '@tribehall/contract/agent/agent.contract';
import { rpcErrors } from '@tribehall/contract/agent/json-rpc';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { BusAwayError, BusTimeoutError, NoResponderError } from '../../platform/bus/bus.ts';
import { findConnectionId } from './agents.store.ts';
import { waitForConnection } from './reconnection.service.ts';

/** Runs after the transaction that applied an event has committed; must not throw. */
export type AfterCommit = (ctx: Ctx) => Promise<void>;

/** A command on its way to the process that holds the connection, and its reply. */
export type CommandMessage = { command: CommandName; params: unknown };
export type CommandReply = AgentReply | typeof gone;
type AgentReply = { result: unknown } | { error: { code: number; message: string } };
/** The connection is closed, or about to be: the command was not executed. */
export const gone = { isGone: true } as const;

/** The command was certainly not executed: it can be sent again. */
export class NotSentError extends AppError {}

/** The process that holds the connection enforces the deadline; this is for its reply to get here. */
const replySlackMs = 1_000;
/** For callers that send it again when the agent is connected. */
export const retrying = { isRetrying: true };
/** The agent of a portal that stops may connect to one that stops next. */
const maxAttempts = 3;

/** A command is addressed to a connection, not to a server: of an old connection and its successor only one executes it. */
export function commandSubject(connectionId: string): string {
  return `links.order.${connectionId}`;
}

/**
 * Sends a command to a server's agent, in whichever process its connection is, and returns the result. If the agent lost
 * its connection just now, the command waits a moment for the next one, unless the caller `isRetrying` itself.
 */
export async function sendCommand<Name extends CommandName>(
  ctx: Ctx,
  serverId: string,
  command: Name,
  params: CommandParams<Name>,
  { isRetrying = false } = {},
): Promise<CommandResult<Name>> {
  const reply = await askServer(ctx, serverId, { command, params }, isRetrying ? 1 : maxAttempts);
  if ('error' in reply) throw toAppError(ctx, serverId, command, reply.error);
  const result = commands[command].result.safeParse(reply.result);
  if (result.success) return result.data as CommandResult<Name>;
  ctx.log.warn({ serverId, command, issues: result.error.issues.slice(0, 3) }, 'An agent sent an invalid reply');
  throw new AppError(
    'UNAVAILABLE',
    "The server's agent sent a reply that the portal doesn't understand. Update the agent and try again.",
  );
}

/** Asks the connection of a server, or the one that takes over if that is gone: then nothing was executed. */
async function askServer(ctx: Ctx, serverId: string, message: CommandMessage, attempts: number): Promise<AgentReply> {
  let connectionId = await findConnectionId(ctx.db, serverId);
  for (let attempt = 1; ; attempt += 1) {
    const reply = connectionId === undefined ? gone : await askInTime(ctx, connectionId, message);
    if (!('isGone' in reply)) return reply;
    if (attempt < attempts) connectionId = await waitForConnection(ctx, serverId, connectionId);
    if (attempt === attempts || connectionId === undefined) throw new NotSentError('SERVER_OFFLINE');
  }
}

/** Measured: a game that answers slowly shows up here. */
async function askInTime(ctx: Ctx, connectionId: string, message: CommandMessage): Promise<CommandReply> {
  const startedAt = performance.now();
  let outcome = 'failed';
  try {
    const reply = await ask(ctx, connectionId, message);
    outcome = 'result' in reply ? 'done' : 'refused';
    return reply;
  } finally {
    const { commands: durations } = ctx.state.agents.measures;
    durations.series({ command: message.command, outcome }).observe((performance.now() - startedAt) / 1000);
  }
}

async function ask(ctx: Ctx, connectionId: string, message: CommandMessage): Promise<CommandReply> {
  try {
    const timeoutMs = commands[message.command].deadlineMs + replySlackMs;
    return (await ctx.bus.request(commandSubject(connectionId), message, timeoutMs)) as CommandReply;
  } catch (error) {
    if (error instanceof NoResponderError) return gone;
    if (error instanceof BusAwayError)
      throw new NotSentError('UNAVAILABLE', "This portal can't reach the others right now. Try again in a moment.");
    if (error instanceof BusTimeoutError) throw new AppError('SERVER_OFFLINE', silent, undefined, error);
    throw new AppError('UNAVAILABLE', "We couldn't reach this server. Try again in a moment.", undefined, error);
  }
}

const silent = "The server isn't responding. The command may still be carried out.";

/** The errors of an agent as the caller reads them. The agent's own text is shown only where it explains. */
const refusals: Record<number, (words: string) => AppError> = {
  [agentErrors.gameOffline]: () =>
    new NotSentError('SERVER_OFFLINE', "The agent is connected, but the game isn't responding."),
  [agentErrors.playerOffline]: () => new AppError('PLAYER_OFFLINE'),
  [agentErrors.notSupported]: (words) => new AppError('NOT_SUPPORTED', words || undefined),
  [agentErrors.busy]: () => new NotSentError('UNAVAILABLE', 'The server is busy. Try again in a moment.'),
  [agentErrors.timeout]: () => new AppError('SERVER_OFFLINE', silent),
  [agentErrors.unknownOutcome]: () =>
    new AppError('UNAVAILABLE', 'The connection was lost. The command may or may not have been carried out.'),
  [rpcErrors.invalidParams]: (words) => new AppError('BAD_REQUEST', words || undefined),
  [rpcErrors.methodNotFound]: () =>
    new AppError('NOT_SUPPORTED', "The server's agent doesn't support this command. Update the agent."),
};

function toAppError(ctx: Ctx, serverId: string, command: string, error: { code: number; message: string }): AppError {
  const words = error.message.replace(/\p{C}/gu, ' ').trim().slice(0, 300);
  const refusal = refusals[error.code];
  if (refusal) return refusal(words);
  ctx.log.warn({ serverId, command, code: error.code, words }, 'An agent failed to execute a command');
  return new AppError('UNAVAILABLE', "The server's agent couldn't carry out the command.");
}

export type CloseReason = 'replaced' | 'tokenReplaced' | 'serverRemoved';
export type CloseMessage = {
  serverId: string;
  reason: CloseReason & keyof typeof agentCloseCodes;
  /** The connection that took over. */
  validId?: string;
};

export const closeSubject = 'links.close';

/** Has every process check its connections of this server, and close those that are no longer valid. */
export function closeConnection(ctx: Ctx, serverId: string, reason: CloseReason, validId?: string): void {
  const message: CloseMessage = { serverId, reason, ...(validId !== undefined && { validId }) };
  ctx.bus.publish(closeSubject, message);
}

/** What is stored of a server's token. A fast hash is enough: a random token cannot be guessed like a password. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
