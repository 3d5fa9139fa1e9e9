import { commands, type PartOutput, type ReplyOutput } from '@tribehall/contract';
import { consoleCommands, withoutPasswords } from '@tribehall/ark/rcon/console-commands';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { NotSentError, sendCommand } from '../agents/agents.service.ts';
import { record } from '../audit/audit.service.ts';
import { findRefusal } from '../players/actions.service.ts';
import { readInstigator } from '../players/instigator.service.ts';
import { requireServer } from '../servers/servers.service.ts';
import type { Caller } from '../sessions/sessions.service.ts';

type Given = PartOutput<'POST /ark/servers/{id}/console', 'body'>;
type Output = ReplyOutput<'POST /ark/servers/{id}/console'>;

/** Less than an agent sends at most, so that nothing is cut without a word. */
const maxOutputLength = 32 * 1024;

/** The commands to complete from; the game also takes others. */
export async function listCommands(ctx: Ctx, serverId: string): Promise<ReplyOutput<'GET /ark/servers/{id}/console'>> {
  const server = await requireServer(ctx, serverId);
  const own = consoleCommands.filter(({ game }) => game === undefined || game === server.game);
  return {
    commands: own.map(({ name, parameters, help, danger = null }) => ({ name, parameters, help, danger })),
  };
}

/** Runs a command and records it with its outcome, also if it fails. The output is not recorded. */
export async function runCommand(
  ctx: Ctx,
  caller: Caller,
  target: { serverId: string; instigator: unknown },
  { command, confirm }: Given,
): Promise<Output> {
  const { serverId } = target;
  const server = await requireServer(ctx, serverId);
  const instigator = await readInstigator(ctx, caller, serverId, target.instigator);
  const behalf = instigator === undefined ? {} : { instigator };
  const details = { serverId, command: withoutPasswords(command), ...behalf };
  const entry = { action: 'servers.console', target: server.name, details };
  const refusal = findRefusal(command, server.name, confirm);
  if (refusal) {
    await record(ctx, caller, { ...entry, outcome: 'refused' });
    throw refusal;
  }
  try {
    const { output } = await sendCommand(ctx, serverId, 'server.console', { command, ...behalf });
    await record(ctx, caller, { ...entry, outcome: 'done' });
    return shorten(output);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await record(ctx, caller, { ...entry, outcome: error.code });
    throw isSilent(error) ? new AppError(error.code, silentText, undefined, error) : error;
  }
}

const silentText = `The server did not answer within ${commands['server.console'].deadlineMs / 1000} s; the command may have run.`;

/** The command was sent, and no reply came. */
function isSilent(error: AppError): boolean {
  return error.code === 'SERVER_OFFLINE' && !(error instanceof NotSentError);
}

function shorten(text: string): Output {
  if (text.length <= maxOutputLength) return { output: text, isTruncated: false };
  // Not in the middle of a surrogate pair.
  return { output: text.slice(0, maxOutputLength).replace(/[\ud800-\udbff]$/, ''), isTruncated: true };
}
