import { describe, expect, it } from 'vitest';
import { buildClusterServer } from '../../../testing/clusters.ts';
import { summarizeServers } from './cluster-overview.tsx';

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
