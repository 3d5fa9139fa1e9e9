import { hashToken } from '../modules/links/links.service.ts';
import { randomBytes } from 'node:crypto';
import type { Ctx } from '../context.ts';
import * as store from './servers.store.ts';
import { foldName } from '../modules/servers/servers.service.ts';
import { newToken } from '../modules/servers/tokens.service.ts';

/** Recognized by their IDs, so that removing them never touches a real one. */
const idStart = 'load-';
const rowsAtOnce = 1_000;

/** Adds this many servers without an agent, to load-test the portal; returns how many were added. */
export async function addLoadServers(ctx: Ctx, count: number): Promise<number> {
  const from = await store.countServers(ctx.db, idStart);
  const createdAt = ctx.clock();
  const rows = Array.from({ length: count }, (_, n) => {
    const name = `Load ${String(from + n + 1).padStart(4, '0')}`;
    const id = `${idStart}${randomBytes(6).toString('base64url')}`;
    return {
      id,
      name,
      nameKey: foldName(name),
      game: n % 2 === 0 ? 'asa' : 'ase',
      tokenHash: hashToken(newToken()),
      createdAt,
    } as const;
  });
  return ctx.db.transaction(async (db) => {
    let added = 0;
    for (let start = 0; start < rows.length; start += rowsAtOnce)
      added += await store.insertServers(db, rows.slice(start, start + rowsAtOnce));
    return added;
  });
}

export async function removeLoadServers(ctx: Ctx): Promise<number> {
  return store.deleteServers(ctx.db, idStart);
}
