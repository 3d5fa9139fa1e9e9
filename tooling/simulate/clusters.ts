import type { SeededRandom } from '../../packages/ark/src/testing/seeded-random.ts';
import { at, isDone } from './calls.ts';
import type { Fact } from './fact.ts';
import type { Hall } from './portals.ts';
import type { Line, SimulatedServer, World } from './world.ts';

/** Which cluster a server is in, and whether it exchanges chat with the others there. */
export type Membership = { cluster: Fact<string | null>; shares: Fact<boolean>; isChanging: boolean };

export type ClusterAction =
  /** `cluster`: its number, or null for none. */
  | { kind: 'move'; server: number; cluster: number | null; portal: number }
  | {
      kind: 'share';
      server: number;
      portal: number;
    };

export const clusterCount = 2;
export const clusterWeights: Record<ClusterAction['kind'], number> = { move: 4, share: 3 };

/** Servers of a world are in few clusters, so that most have a neighbour and some have none. */
export const pickCluster = (random: SeededRandom): number | null => random.pick([0, 0, 0, 1, null]);

/** Clusters as an Owner creates them. */
export async function openClusters({ portals }: Hall, token: string, seed: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < clusterCount; number += 1) {
    const clusterName = `Cluster ${seed} ${number}`;
    const reply = await portals[0]?.call('POST', '/api/ark/clusters', token, { clusterName });
    const { id } = (reply?.data ?? {}) as { id?: string };
    if (id === undefined) throw new Error(`No cluster was created: ${JSON.stringify(reply)}`);
    ids.push(id);
  }
  return ids;
}

export async function joinCluster({ portals }: Hall, token: string, serverId: string, id: string): Promise<void> {
  const reply = await portals[0]?.call('POST', `/api/ark/clusters/${id}/servers`, token, { serverId });
  if (reply?.status !== 200) throw new Error(`No server was added: ${JSON.stringify(reply)}`);
}

/** One change at a time; while its outcome is open, both states are possible. */
async function change(
  { membership }: SimulatedServer,
  work: () => Promise<{ end: () => void; isDone: boolean }>,
): Promise<void> {
  if (membership.isChanging) return;
  membership.isChanging = true;
  try {
    const { end, isDone } = await work();
    // One whose outcome is unknown stays open: the portal was stopped in the middle of it.
    if (!isDone) return;
    end();
    membership.isChanging = false;
  } catch {
    // The same.
  }
}

export const clusterActions = {
  move(world: World, { server: number, cluster, portal }: Extract<ClusterAction, { kind: 'move' }>) {
    const server = at(world.servers, number);
    return change(server, async () => {
      const from = server.membership.cluster.latest() ?? null;
      const to = cluster === null ? null : at(world.clusters, cluster);
      if (from === to) return { end: () => undefined, isDone: true };
      const end = server.membership.cluster.change(to, world.hall.machine.nowMs);
      const { call } = at(world.hall.portals, portal);
      const { token } = world.owner;
      const reply =
        to === null
          ? await call('DELETE', `/api/ark/clusters/${from}/servers/${server.id}`, token)
          : await call('POST', `/api/ark/clusters/${to}/servers`, token, { serverId: server.id });
      return { end, isDone: isDone(world, 'A move to another cluster', reply) };
    });
  },
  share(world: World, { server: number, portal }: Extract<ClusterAction, { kind: 'share' }>) {
    const server = at(world.servers, number);
    return change(server, async () => {
      const sharesClusterChat = server.membership.shares.latest() !== true;
      const end = server.membership.shares.change(sharesClusterChat, world.hall.machine.nowMs);
      const path = `/api/ark/servers/${server.id}/chatSettings`;
      const reply = await at(world.hall.portals, portal).call('PUT', path, world.owner.token, { sharesClusterChat });
      return { end, isDone: isDone(world, `PUT ${path}`, reply) };
    });
  },
};

/** Whether chat may go from one server to the other, at some moment of this time. */
function isShared(from: SimulatedServer, to: SimulatedServer, times: [number, number]): boolean {
  const clusters = to.membership.cluster.possible(...times);
  const isTogether = from.membership.cluster.possible(...times).some((id) => id !== null && clusters.includes(id));
  return isTogether && [from, to].every(({ membership }) => membership.shares.possible(...times).includes(true));
}

/** Chat of the game appears on the other servers of its cluster, at most once each, and nowhere else. */
export function checkRelays(world: Pick<World, 'servers' | 'faults'>): void {
  for (const from of world.servers)
    for (const line of from.lines)
      for (const to of world.servers) {
        const runs = to.game.ran.filter(({ command }) => isSaying(command, line));
        if (runs.length > (from === to ? 0 : 1))
          world.faults.push(`"${line.text}" of ${from.id} was shown ${runs.length} times on ${to.id}.`);
        for (const { atMs } of runs)
          if (from !== to && !isShared(from, to, [line.atMs, atMs]))
            world.faults.push(`"${line.text}" of ${from.id} was shown on ${to.id}, which shares no cluster with it.`);
      }
}

export function countRelays({ servers }: Pick<World, 'servers'>): number {
  const lines = servers.flatMap((server) => server.lines);
  return servers.reduce(
    (sum, { game }) => sum + game.ran.filter(({ command }) => lines.some((line) => isSaying(command, line))).length,
    0,
  );
}

const isSaying = (command: string, { text }: Line) => command.startsWith('ServerChat') && command.includes(text);

/** Whether a message of a cluster's chat was said on a server that has not been in that cluster by then. */
export function isOfOtherCluster(world: Pick<World, 'servers'>, clusterId: string, data: unknown, atMs: number) {
  const json = JSON.stringify(data);
  return world.servers.some(({ lines, membership }) =>
    lines.some(
      (line) => json.includes(`"${line.text}"`) && !membership.cluster.possible(line.atMs, atMs).includes(clusterId),
    ),
  );
}
