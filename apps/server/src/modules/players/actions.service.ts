import type { CommandName, CommandParams, CommandResult } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { record } from '../audit/audit.service.ts';
import { sendCommand } from '../agents/agents.service.ts';
import { requireServer } from '../servers/servers.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';
import { removeBan, storeBan } from './bans.service.ts';
import { readBehalf, type PlayerTarget } from './instigator.service.ts';
import { findName } from './players.service.ts';

type Receipt = CommandResult<'players.kill'>;

type Action = 'players.kick' | 'players.kill' | 'players.ban' | 'players.unban';
type Player = { serverId: string; playerId: string; name: string };

/** What is stored once the game has carried out an action. */
const storeResult: Record<Action, (ctx: Ctx, caller: Caller, player: Player) => Promise<void>> = {
  'players.kick': () => Promise.resolve(),
  'players.kill': () => Promise.resolve(),
  'players.ban': (ctx, caller, player) =>
    storeBan(ctx, { ...player, bannedBy: caller.username, bannedAt: ctx.clock() }),
  'players.unban': (ctx, _, { serverId, playerId }) => removeBan(ctx, serverId, playerId),
};

/** Kicks, kills, bans or unbans a player; returns whether the effect was seen in the game. `details` are for the audit. */
export async function act(
  ctx: Ctx,
  caller: Caller,
  action: Action,
  target: PlayerTarget,
  details: Record<string, unknown> = {},
): Promise<Receipt> {
  const given = { command: action, params: { playerId: target.playerId }, details };
  return carryOut(ctx, caller, target, given, (ctx, player) => storeResult[action](ctx, caller, player));
}

export async function runCommand(
  ctx: Ctx,
  caller: Caller,
  target: PlayerTarget,
  command: string,
): Promise<CommandResult<'players.console'>> {
  const params = { playerId: target.playerId, command };
  const given = { command: 'players.console', params, details: { command } } as const;
  return carryOut(ctx, caller, target, given, () => Promise.resolve());
}

/** Sends the command and records it with its outcome, also if it fails. */
async function carryOut<Name extends CommandName>(
  ctx: Ctx,
  caller: Caller,
  target: PlayerTarget,
  given: { command: Name; params: CommandParams<Name>; details?: Record<string, unknown> },
  store: (ctx: Ctx, player: Player) => Promise<void>,
): Promise<CommandResult<Name>> {
  const { serverId, playerId } = target;
  const server = await requireServer(ctx, serverId);
  const behalf = await readBehalf(ctx, caller, target);
  const name = (await findName(ctx, serverId, playerId)) ?? playerId;
  const details = { serverId, playerId, ...given.details, ...behalf };
  const entry = { action: given.command, target: `${name} on ${server.name}`, details };
  const result = await sendCommand(ctx, serverId, given.command, { ...given.params, ...behalf }).catch(
    async (error: unknown) => {
      if (error instanceof AppError) await record(ctx, caller, { ...entry, outcome: error.code });
      throw error;
    },
  );
  // First, whatever happens next: the game has carried it out.
  await record(ctx, caller, { ...entry, outcome: outcomeOf(result) });
  await store(ctx, { serverId, playerId, name });
  return result;
}

function outcomeOf(result: object): string {
  return 'outcome' in result ? String(result.outcome) : 'done';
}
