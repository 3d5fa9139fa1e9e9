import { randomBytes } from 'node:crypto';
import type { Game, PartOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { violatedIndex } from '../../db/db.ts';
import { AppError, fieldError } from '../../errors.ts';
import { isReservedName } from '../../reserved-names.ts';
import { record, type Actor } from '../audit/audit.service.ts';
import { publishGone } from '../events/events.service.ts';
import { closeConnection, hashToken } from '../agents/agents.service.ts';
import { publishAccountChange } from '../sessions/session-cache.service.ts';
import { publishClusterChange } from './cluster-changes.service.ts';
import { foldName, publishListChange, publishState } from './servers.service.ts';
import * as store from './servers.store.ts';
import { newToken } from './tokens.service.ts';

/** Relayed chat messages begin with a server's name or with one of these. */
const reservedNames = ['portal', 'server', 'discord'];

export type AddedServer = { id: string; name: string; token: string };

/** Adds a server and returns its token, of which only a hash is stored. */
export async function add(
  ctx: Ctx,
  actor: Actor,
  given: { id?: string; name: string; game: Game; clusterId?: string | undefined },
): Promise<AddedServer> {
  refuseReserved(given.name);
  const token = newToken();
  const id = given.id ?? randomBytes(9).toString('base64url');
  return inTransaction(ctx, async (ctx) => {
    if (given.clusterId !== undefined && !(await store.lockCluster(ctx.db, given.clusterId)))
      throw fieldError('NOT_FOUND', 'clusterId', 'There is no such cluster.');
    await refuseTakenName(() =>
      store.insertServer(ctx.db, {
        id,
        name: given.name,
        nameKey: foldName(given.name),
        game: given.game,
        clusterId: given.clusterId ?? null,
        tokenHash: hashToken(token),
        createdAt: ctx.clock(),
      }),
    );
    await record(ctx, actor, { action: 'servers.add', target: given.name, outcome: 'done', details: { serverId: id } });
    await publishState(ctx, id);
    return { id, name: given.name, token };
  });
}

export async function rename(ctx: Ctx, actor: Actor, id: string, name: string): Promise<{ id: string; name: string }> {
  refuseReserved(name);
  return inTransaction(ctx, async (ctx) => {
    const old = await store.lockServer(ctx.db, id);
    if (!old) throw new AppError('NOT_FOUND', 'There is no such server.');
    await refuseTakenName(() => store.updateServer(ctx.db, id, { name, nameKey: foldName(name) }));
    const details = { serverId: id, from: old.name };
    await record(ctx, actor, { action: 'servers.rename', target: name, outcome: 'done', details });
    await publishState(ctx, id);
    return { id, name };
  });
}

type JoinDetails = PartOutput<'PUT /ark/servers/{id}/join', 'body'>;

/** Changes how many can play at once and where players connect to, as everyone sees it. */
export async function changeJoin(ctx: Ctx, actor: Actor, id: string, join: JoinDetails): Promise<JoinDetails> {
  return inTransaction(ctx, async (ctx) => {
    const server = await store.updateServer(ctx.db, id, join);
    if (!server) throw new AppError('NOT_FOUND', 'There is no such server.');
    const details = { serverId: id, ...join };
    await record(ctx, actor, { action: 'servers.join', target: server.name, outcome: 'done', details });
    await publishState(ctx, id);
    return join;
  });
}

/** Removes a server with all its data, and closes its agent connection, whichever portal has it. */
export async function remove(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const server = await store.deleteServer(ctx.db, id);
    if (!server) throw new AppError('NOT_FOUND', 'There is no such server.');
    const details = { serverId: id };
    await record(ctx, actor, { action: 'servers.remove', target: server.name, outcome: 'done', details });
    closeConnection(ctx, id, 'serverRemoved');
    publishListChange(ctx);
    // Favorites and characters of any user may have gone with it.
    publishAccountChange(ctx, {});
    for (const topic of ['servers.state', 'players.online', 'structures', 'chat.server'] as const)
      publishGone(ctx, topic, id);
    if (server.clusterId !== null) publishClusterChange(ctx, server.clusterId);
  });
}

function refuseReserved(name: string): void {
  if (isReservedName(name, reservedNames)) throw fieldError('NAME_TAKEN', 'name');
}

async function refuseTakenName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw violatedIndex(error) === 'servers_name' ? fieldError('NAME_TAKEN', 'name') : error;
  }
}
