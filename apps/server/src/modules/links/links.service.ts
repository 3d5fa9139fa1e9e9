import type { CommandName, CommandParams, CommandResult } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';

/** What is to happen once the transaction that took an event in is committed; it must not throw. */
export type AfterCommit = () => Promise<void>;

/** Gives an order to a server's agent, wherever its link ends, and answers the result. */
export function order<Name extends CommandName>(
  _ctx: Ctx,
  _serverId: string,
  _command: Name,
  _params: CommandParams<Name>,
): Promise<CommandResult<Name>> {
  return Promise.reject(new AppError('SERVER_OFFLINE'));
}
