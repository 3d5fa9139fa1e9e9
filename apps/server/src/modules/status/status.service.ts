import type { ReplyOutput } from '@tribehall/contract';
import { isJoinAddress } from '@tribehall/contract/shared/join-address';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { createCache, type Cache } from '../../platform/cache.ts';
import { readTrends } from '../players/counts.service.ts';
import { readSettings } from '../site/settings.service.ts';
import { findArkMap } from '../structures/map/maps.service.ts';
import { drawBadge } from './badge.ts';
import * as store from './status.store.ts';

type Status = ReplyOutput<'GET /status'>;
type PublicServer = Status['servers'][number];

/** Requests of visitors must not load the database, however many there are. */
const freshForMs = 5_000;
const maxListed = 100;

type Snapshot = { status: Omit<Status, 'name'>; all: ReadonlyMap<string, store.StatusRow> };

/** What everyone may know of the servers, the busiest first; NOT_FOUND unless the Owner has made it public. */
export async function readStatus(ctx: Ctx): Promise<Status> {
  const { name } = await requirePublic(ctx);
  return { name, ...(await readSnapshot(ctx)).status };
}

/** A server's badge as SVG; NOT_FOUND as above. */
export async function readBadge(ctx: Ctx, serverId: string): Promise<string> {
  await requirePublic(ctx);
  const row = (await readSnapshot(ctx)).all.get(serverId);
  if (!row) throw new AppError('NOT_FOUND', 'There is no such server.');
  return drawBadge({ ...row, state: stateOf(row) });
}

async function requirePublic(ctx: Ctx): Promise<{ name: string | null }> {
  const settings = await readSettings(ctx);
  if (!settings.isStatusPublic) throw new AppError('NOT_FOUND', 'Server status is not public here.');
  return settings;
}

function readSnapshot(ctx: Ctx): Promise<Snapshot> {
  const now = ctx.clock();
  return ctx.state.status.snapshots.get('all', () => findSnapshot(ctx), now);
}

async function findSnapshot(ctx: Ctx): Promise<Snapshot> {
  const all = await store.findServers(ctx.db);
  const listed = all.slice(0, maxListed);
  const ids = listed.map(({ id }) => id);
  const histories = new Map((await readTrends(ctx, ids)).map(({ id, counts }) => [id, counts]));
  const known = all.flatMap(({ playerCount }) => playerCount ?? []);
  return {
    status: {
      playerCount: known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0),
      serverCount: all.length,
      servers: listed.map((row) => toPublic(ctx, row, histories.get(row.id) ?? [])),
    },
    all: new Map(all.map((row) => [row.id, row])),
  };
}

function toPublic(ctx: Ctx, row: store.StatusRow, history: PublicServer['history']): PublicServer {
  return {
    ...row,
    state: stateOf(row),
    map: row.map === null ? null : (findArkMap(ctx, row.map)?.title ?? row.map),
    joinAddress: row.joinAddress !== null && isJoinAddress(row.joinAddress) ? row.joinAddress : null,
    history,
  };
}

function stateOf({ isConnected, state }: store.StatusRow): PublicServer['state'] {
  return isConnected ? state : 'offline';
}

type StatusState = { snapshots: Cache<Snapshot> };

export function createStatusState(): StatusState {
  return { snapshots: createCache({ ttlMs: freshForMs, maxEntries: 1 }) };
}

declare module '../../context.ts' {
  // eslint-disable-next-line typescript/consistent-type-definitions -- interfaces merge
  interface ModuleStates {
    status: StatusState;
  }
}
