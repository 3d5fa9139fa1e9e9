import { hashToken } from '../modules/agents/agents.service.ts';
import type { Game } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../context.ts';
import * as store from './demo.store.ts';
import { foldName } from '../modules/servers/servers.service.ts';

type DemoServer = { id: string; name: string; game: Game; map?: string | undefined; token: string };
type DemoArk = { clusters: { id: string; name: string; servers: DemoServer[] }[] };

/** Adds the demo world's servers, with the tokens of this start; returns the new ones. */
export async function seedDemoServers(ctx: Ctx, { clusters }: DemoArk): Promise<string[]> {
  return inTransaction(ctx, async (ctx) => {
    const found: { clusterId: string; server: DemoServer }[] = [];
    for (const { id, name, servers } of clusters) {
      const clusterId = await addCluster(ctx, { id, name });
      found.push(...servers.map((server) => ({ clusterId, server })));
    }
    // Rows of servers are locked by ID everywhere; connections of a portal that was killed may end at the same time.
    found.sort((one, other) => (one.server.id < other.server.id ? -1 : 1));
    const added = new Set<string>();
    for (const { clusterId, server } of found) if (await addServer(ctx, clusterId, server)) added.add(server.id);
    return clusters.flatMap(({ servers }) => servers.map(({ id }) => id).filter((id) => added.has(id)));
  });
}

/** An existing one may have been renamed or moved, and stays as it is. */
async function addCluster(ctx: Ctx, { id, name }: { id: string; name: string }): Promise<string> {
  if (!(await store.hasCluster(ctx.db, id)))
    await store.insertCluster(ctx.db, {
      id,
      ...(await freeName(ctx, name, store.isClusterName)),
      createdAt: ctx.clock(),
    });
  return id;
}

async function addServer(ctx: Ctx, clusterId: string, server: DemoServer): Promise<boolean> {
  const { id, game, map = null } = server;
  const tokenHash = hashToken(server.token);
  if (await store.updateServer(ctx.db, id, { tokenHash, game })) {
    await store.insertSave(ctx.db, { serverId: id, visibleTo: 'members' });
    return false;
  }
  const names = await freeName(ctx, server.name, store.isServerName);
  // Everyone may see structures, histories and leaderboards: there are no raids to hide from in the demo.
  const open = { historyVisibleTo: 'members' as const, hasLeaderboards: true };
  const joining = { maxPlayers: maxPlayers[game], joinAddress: joinAddressOf(id) };
  const row = { id, ...names, game, clusterId, map, tokenHash, ...open, ...joining };
  await store.insertServer(ctx.db, { ...row, createdAt: ctx.clock() });
  await store.insertSave(ctx.db, { serverId: id, visibleTo: 'members' });
  return true;
}

const maxPlayers = { asa: 70, ase: 50 } as const satisfies Record<Game, number>;

/** Leads nowhere: the top-level domain is reserved for examples. */
function joinAddressOf(id: string): string {
  return `${id.replace(/^demo-/, '')}.obelisk.example:7777`;
}

/** The name may be taken. */
async function freeName(
  ctx: Ctx,
  name: string,
  isTaken: (db: Ctx['db'], nameKey: string) => Promise<boolean>,
): Promise<{ name: string; nameKey: string }> {
  let free = name;
  for (let n = 1; await isTaken(ctx.db, foldName(free)); n += 1)
    free = n === 1 ? `${name} (demo)` : `${name} (demo ${n})`;
  return { name: free, nameKey: foldName(free) };
}
