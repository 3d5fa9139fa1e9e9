import { formatCount } from '../../lib/text/format-count.ts';
import type { ClusterServer } from './clusters.queries.ts';

type ClusterNumbers = {
  onlineCount: number;
  /** Of the servers whose count is known; null where none is. */
  playerCount: number | null;
  unknownCount: number;
  /** Null unless it is known for every server. */
  maxPlayers: number | null;
  /** Servers whose state is down or degraded. */
  troubled: ClusterServer[];
  /** Undefined while nobody is known to play. */
  busiest: { id: string; name: string; playerCount: number } | undefined;
};

/** Unknown player counts are not counted as zero. */
export function clusterNumbers(servers: readonly ClusterServer[]): ClusterNumbers {
  const known = servers.flatMap(({ id, name, playerCount }) =>
    playerCount === null ? [] : [{ id, name, playerCount }],
  );
  const limits = servers.flatMap(({ maxPlayers }) => maxPlayers ?? []);
  const [busiest] = known.toSorted((a, b) => b.playerCount - a.playerCount);
  return {
    onlineCount: servers.filter(({ state }) => state === 'up' || state === 'degraded').length,
    playerCount: known.length === 0 ? null : sum(known.map(({ playerCount }) => playerCount)),
    unknownCount: servers.length - known.length,
    maxPlayers: servers.length > 0 && limits.length === servers.length ? sum(limits) : null,
    troubled: servers.filter(({ state }) => state === 'down' || state === 'degraded'),
    busiest: busiest && busiest.playerCount > 0 ? busiest : undefined,
  };
}

/** A one-sentence summary. */
export function summarizeServers(servers: readonly ClusterServer[]): string {
  if (servers.length === 0) return 'No servers';
  const numbers = clusterNumbers(servers);
  return `${numbers.onlineCount} of ${counted(servers.length, 'server')} online · ${playersText(numbers)}`;
}

function playersText({ playerCount, unknownCount }: ClusterNumbers): string {
  if (playerCount === null) return 'players not known';
  const players = counted(playerCount, 'player');
  return unknownCount === 0 ? players : `${players}, unknown for ${counted(unknownCount, 'server')}`;
}

export function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
