import type { ListedServer } from '../../lib/servers/servers.queries.ts';
import type { BroadcastReach } from './broadcasts.mutations.ts';

/** The servers that a message goes to. */
export function serversOf(servers: readonly ListedServer[], reach: BroadcastReach): readonly ListedServer[] {
  if (reach.type === 'all') return servers;
  if (reach.type === 'server') return servers.filter(({ id }) => id === reach.serverId);
  return servers.filter(({ cluster }) => cluster?.id === reach.clusterId);
}

/** Who will see a message, in a sentence. Unknown player counts are not counted as zero. */
export function describeAudience(servers: readonly ListedServer[]): string {
  const up = servers.filter(({ state }) => state === 'up' || state === 'degraded');
  if (servers.length === 0) return 'There are no servers.';
  if (up.length === 0) return 'No one will see it: none of the servers is up.';
  const players = up.reduce((sum, { playerCount }) => sum + (playerCount ?? 0), 0);
  const down = servers.length - up.length;
  const seen = `${counted(players, 'player')} on ${counted(up.length, 'server')} will see it.`;
  return down === 0 ? seen : `${seen} ${counted(down, 'server')} can't be reached right now.`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
