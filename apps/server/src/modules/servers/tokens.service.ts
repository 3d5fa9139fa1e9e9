import { randomBytes } from 'node:crypto';
import type { Game } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { violatedIndex } from '../../db/db.ts';
import { AppError, fieldError } from '../../errors.ts';
import { record, type Actor } from '../audit/audit.service.ts';
import { closeConnection, hashToken } from '../links/links.service.ts';
import * as store from './servers.store.ts';

/** A link token: known by its start, of 256 random bits. */
export function newToken(): string {
  return `th_${randomBytes(32).toString('base64url')}`;
}

type NewLink = { portal: string; program: string; token: string; game: Game };

/** What to type on the game's machine. */
export function addCommand({ portal, program, token, game }: NewLink): string {
  return `${program} add --portal ${portal} --token ${token} --game ${game}`;
}

/** The old token is void at once, and the link that was opened with it drops. */
export async function replaceToken(ctx: Ctx, actor: Actor, id: string, token: string): Promise<{ game: Game }> {
  return inTransaction(ctx, async (ctx) => {
    const server = await tokensUnique(() => store.updateServer(ctx.db, id, { tokenHash: hashToken(token) }));
    if (!server) throw new AppError('NOT_FOUND', 'There is no such server.');
    const details = { serverId: id };
    await record(ctx, actor, { action: 'servers.token', target: server.name, outcome: 'done', details });
    closeConnection(ctx, id, 'tokenReplaced');
    return { game: server.game };
  });
}

async function tokensUnique<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw violatedIndex(error) === 'servers_token'
      ? fieldError('CONFLICT', 'newToken', 'This token cannot be used. Please make up another one.')
      : error;
  }
}
