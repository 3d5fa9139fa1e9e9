import { randomBytes } from 'node:crypto';
import type { Game } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { violatedIndex } from '../../db/db.ts';
import { AppError, fieldError } from '../../errors.ts';
import { record, type Actor } from '../audit/audit.service.ts';
import { closeConnection, hashToken } from '../agents/agents.service.ts';
import * as store from './servers.store.ts';

/** An agent token: a recognizable prefix and 256 random bits. */
export function newToken(): string {
  return `th_${randomBytes(32).toString('base64url')}`;
}

type AgentSetup = { portal: string; program: string; token: string; game: Game };

/** The command line for the game's machine. The token is no argument: those are visible to every user of a machine. */
export function addCommand({ portal, program, token, game }: AgentSetup): string {
  return `TRIBEHALL_TOKEN=${token} ${program} add --portal ${portal} --game ${game}`;
}

/** The old token is void at once, and the connection that was opened with it is closed. */
export async function replaceToken(ctx: Ctx, actor: Actor, id: string, token: string): Promise<{ game: Game }> {
  return inTransaction(ctx, async (ctx) => {
    const server = await refuseTakenToken(() => store.updateServer(ctx.db, id, { tokenHash: hashToken(token) }));
    if (!server) throw new AppError('NOT_FOUND', 'There is no such server.');
    const details = { serverId: id };
    await record(ctx, actor, { action: 'servers.token', target: server.name, outcome: 'done', details });
    closeConnection(ctx, id, 'tokenReplaced');
    return { game: server.game };
  });
}

async function refuseTakenToken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw violatedIndex(error) === 'servers_token'
      ? fieldError('CONFLICT', 'newToken', "This token can't be used. Please choose another one.")
      : error;
  }
}
