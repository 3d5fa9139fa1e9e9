import { dangerOf, withoutPasswords } from '@tribehall/ark/rcon/console-commands';
import type { CommandName, CommandParams, CommandResult } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { record } from '../audit/audit.service.ts';
import { sendCommand } from '../agents/agents.service.ts';
import { requireServer } from '../servers/servers.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { readBehalf, type PlayerTarget } from './instigator.service.ts';
import { findName } from './players.service.ts';

export type Player = { serverId: string; playerId: string; name: string };

/** Returns whether the effect was seen in the game. */
export async function kill(ctx: Ctx, caller: Caller, target: PlayerTarget): Promise<CommandResult<'players.kill'>> {
  return carryOut(ctx, caller, target, { command: 'players.kill', params: { playerId: target.playerId } });
}

export async function runCommand(
  ctx: Ctx,
  caller: Caller,
  target: PlayerTarget,
  { command, confirm }: { command: string; confirm?: string | undefined },
): Promise<CommandResult<'players.console'>> {
  const params = { playerId: target.playerId, command };
  const details = { command: withoutPasswords(command) };
  const refusalOn = (serverName: string) => findRefusal(command, serverName, confirm);
  return carryOut(ctx, caller, target, { command: 'players.console', params, details, refusalOn });
}

/** A command that harms everyone needs the name of the server. Not only in the dialog: any client can call. */
export function findRefusal(command: string, serverName: string, confirm: string | undefined): AppError | undefined {
  const danger = dangerOf(command);
  if (danger === undefined || confirm?.trim() === serverName) return undefined;
  return fieldError('BAD_REQUEST', 'confirm', `${danger} Enter the name of the server to confirm.`);
}

type Given<Name extends CommandName> = {
  command: Name;
  params: CommandParams<Name>;
  details?: Record<string, unknown>;
  /** Why it is not to be sent. */
  refusalOn?: (serverName: string) => AppError | undefined;
};

/** Sends the command and records it with its outcome, also if it fails; `store` is called once the game has carried it out. */
export async function carryOut<Name extends CommandName>(
  ctx: Ctx,
  caller: Caller,
  target: PlayerTarget,
  given: Given<Name>,
  store?: (ctx: Ctx, player: Player, result: CommandResult<Name>) => Promise<void>,
): Promise<CommandResult<Name>> {
  const { serverId, playerId } = target;
  const server = await requireServer(ctx, serverId);
  const behalf = await readBehalf(ctx, caller, target);
  const name = (await findName(ctx, serverId, playerId)) ?? playerId;
  const details = { serverId, playerId, ...given.details, ...behalf };
  const entry = { action: given.command, target: `${name} on ${server.name}`, details };
  const refusal = given.refusalOn?.(server.name);
  if (refusal) {
    await record(ctx, caller, { ...entry, outcome: 'refused' });
    throw refusal;
  }
  const result = await sendCommand(ctx, serverId, given.command, { ...given.params, ...behalf }).catch(
    async (error: unknown) => {
      if (error instanceof AppError) await record(ctx, caller, { ...entry, outcome: error.code });
      throw error;
    },
  );
  // First, whatever happens next: the game has carried it out.
  await record(ctx, caller, { ...entry, outcome: outcomeOf(result) });
  await store?.(ctx, { serverId, playerId, name }, result);
  return result;
}

function outcomeOf(result: object): string {
  return 'outcome' in result ? String(result.outcome) : 'done';
}
