import { describe, expect, it } from 'vitest';
import { buildClusterServer } from '../../testing/clusters.ts';
import { clusterNumbers, summarizeServers } from './cluster-numbers.ts';

const down = buildClusterServer({ id: 's2', name: 'Fjordur', state: 'down', playerCount: null, maxPlayers: 30 });

describe('the numbers of a cluster', () => {
  it('count what is known, and never take the unknown for zero', () => {
    const numbers = clusterNumbers([buildClusterServer(), down]);
    expect(numbers).toMatchObject({ onlineCount: 1, playerCount: 3, unknownCount: 1, maxPlayers: null });
    expect(numbers.troubled).toEqual([down]);
    expect(clusterNumbers([down])).toMatchObject({ playerCount: null, busiest: undefined });
    expect(clusterNumbers([])).toMatchObject({ onlineCount: 0, playerCount: null, maxPlayers: null });
  });

  it('have a maximum where every server has one', () => {
    const servers = [buildClusterServer({ maxPlayers: 70 }), down];
    expect(clusterNumbers(servers).maxPlayers).toBe(100);
  });

  it('name the server with the most players, if anyone plays', () => {
    const [quiet, full] = [buildClusterServer({ playerCount: 0 }), buildClusterServer({ id: 's3', name: 'Valguero' })];
    expect(clusterNumbers([quiet, full]).busiest).toEqual({ id: 's3', name: 'Valguero', playerCount: 3 });
    expect(clusterNumbers([quiet]).busiest).toBeUndefined();
  });
});

describe('the totals of a cluster', () => {
  it('count who is online', () => {
    const other = buildClusterServer({ id: 's2', state: 'degraded', playerCount: 4 });
    expect(summarizeServers([buildClusterServer(), other])).toBe('2 of 2 servers online · 7 players');
    expect(summarizeServers([buildClusterServer({ playerCount: 1 })])).toBe('1 of 1 server online · 1 player');
  });

  it('never count what is not known as none', () => {
    const silent = buildClusterServer({ id: 's2', state: 'down', playerCount: null });
    expect(summarizeServers([silent])).toBe('0 of 1 server online · players not known');
    expect(summarizeServers([buildClusterServer(), silent])).toBe(
      '1 of 2 servers online · 3 players, unknown for 1 server',
    );
  });

  it('know an empty cluster', () => {
    expect(summarizeServers([])).toBe('No servers');
  });
});
