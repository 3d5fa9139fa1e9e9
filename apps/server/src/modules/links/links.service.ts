import { createHash } from 'node:crypto';
import { commands, type CommandName, type CommandParams, type CommandResult } from '@tribehall/contract';
import { agentErrors, rpcErrors, type agentCloseCodes } from '@tribehall/contract/agent/agent.contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { BusAwayError, BusTimeoutError, NoResponderError } from '../../platform/bus/bus.ts';
import { findLinkId } from './links.store.ts';

/** What is to happen once the transaction that took an event in is committed; it must not throw. */
export type AfterCommit = (ctx: Ctx) => Promise<void>;

/** An order on its way to the process that holds the link, and what comes back. */
export type OrderMessage = { command: CommandName; params: unknown };
export type OrderReply = { result: unknown } | { error: { code: number; message: string } } | { isGone: true };

/** The command was not carried out, for certain: whoever wants to may give it again. */
export class NotSentError extends AppError {}

/** The process that holds the link keeps the deadline; this is for its answer to get here. */
const answerSlackMs = 1_000;

/** An order goes to one link, not to a server: of an old link and its follower only one can obey. */
export function orderSubject(linkId: string): string {
  return `links.order.${linkId}`;
}

/** Gives an order to a server's agent, wherever its link ends, and answers the result. */
export async function order<Name extends CommandName>(
  ctx: Ctx,
  serverId: string,
  command: Name,
  params: CommandParams<Name>,
): Promise<CommandResult<Name>> {
  const linkId = await findLinkId(ctx.db, serverId);
  if (linkId === undefined) throw new NotSentError('SERVER_OFFLINE');
  const reply = await ask(ctx, linkId, { command, params });
  if ('isGone' in reply) throw new NotSentError('SERVER_OFFLINE');
  if ('error' in reply) throw toAppError(ctx, serverId, command, reply.error);
  const result = commands[command].result.safeParse(reply.result);
  if (result.success) return result.data as CommandResult<Name>;
  ctx.log.warn({ serverId, command, issues: result.error.issues.slice(0, 3) }, 'An agent answered nonsense');
  throw new AppError('UNAVAILABLE', "The server's agent gave an answer that makes no sense.");
}

async function ask(ctx: Ctx, linkId: string, message: OrderMessage): Promise<OrderReply> {
  try {
    const timeoutMs = commands[message.command].deadlineMs + answerSlackMs;
    return (await ctx.bus.request(orderSubject(linkId), message, timeoutMs)) as OrderReply;
  } catch (error) {
    if (error instanceof NoResponderError) throw new NotSentError('SERVER_OFFLINE', undefined, undefined, error);
    if (error instanceof BusAwayError)
      throw new NotSentError('UNAVAILABLE', 'This portal cannot reach the others just now. Please try again.');
    if (error instanceof BusTimeoutError) throw new AppError('SERVER_OFFLINE', silent, undefined, error);
    throw new AppError('UNAVAILABLE', 'The order did not get through. Please try again.', undefined, error);
  }
}

const silent = 'The server does not answer. The order may still be carried out.';

/** What an agent can refuse with, as its caller reads it. Its own words are shown only where they explain. */
const refusals: Record<number, (words: string) => AppError> = {
  [agentErrors.gameOffline]: () =>
    new NotSentError('SERVER_OFFLINE', 'The agent is connected, but the game does not answer.'),
  [agentErrors.playerOffline]: () => new AppError('PLAYER_OFFLINE'),
  [agentErrors.notSupported]: (words) => new AppError('NOT_SUPPORTED', words || undefined),
  [agentErrors.busy]: () => new NotSentError('UNAVAILABLE', 'The server has too much to do. Please try again.'),
  [agentErrors.timeout]: () => new AppError('SERVER_OFFLINE', silent),
  [agentErrors.unknownOutcome]: () =>
    new AppError('UNAVAILABLE', 'The connection broke meanwhile: the order may have been carried out or not.'),
  [rpcErrors.invalidParams]: (words) => new AppError('BAD_REQUEST', words || undefined),
  [rpcErrors.methodNotFound]: () => new AppError('NOT_SUPPORTED', "The server's agent does not know this order."),
};

function toAppError(ctx: Ctx, serverId: string, command: string, error: { code: number; message: string }): AppError {
  const words = error.message.replace(/\p{C}/gu, ' ').trim().slice(0, 300);
  const refusal = refusals[error.code];
  if (refusal) return refusal(words);
  ctx.log.warn({ serverId, command, code: error.code, words }, 'An agent failed on an order');
  return new AppError('UNAVAILABLE', "The server's agent could not carry out the order.");
}

export type CloseReason = 'replaced' | 'tokenReplaced' | 'serverRemoved';
export type CloseMessage = { serverId: string; reason: CloseReason & keyof typeof agentCloseCodes };

export const closeSubject = 'links.close';

/** Has the link of a server looked at in every process, and closed where it is no longer good. */
export function closeLink(ctx: Ctx, serverId: string, reason: CloseReason): void {
  const message: CloseMessage = { serverId, reason };
  ctx.bus.publish(closeSubject, message);
}

/** What is stored of a server's token. A fast hash will do: a token is no password that could be guessed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
