import type { ClusterServer } from './clusters.queries.ts';

/** The whole in one sentence. Players that are not known are not counted as none. */
export function summarizeServers(servers: readonly ClusterServer[]): string {
  if (servers.length === 0) return 'No servers';
  const online = servers.filter(({ state }) => state === 'up' || state === 'degraded').length;
  return `${online} of ${counted(servers.length, 'server')} online · ${summarizePlayers(servers)}`;
}

function summarizePlayers(servers: readonly ClusterServer[]): string {
  const counts = servers.map(({ playerCount }) => playerCount).filter((count) => count !== null);
  if (counts.length === 0) return 'players not known';
  const players = counted(
    counts.reduce((sum, count) => sum + count, 0),
    'player',
  );
  const unknown = servers.length - counts.length;
  return unknown === 0 ? players : `${players}, not known of ${counted(unknown, 'server')}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
