import { describe, expect, it } from 'vitest';
import { buildListedServer } from '../../../testing/ark.ts';
import { isClusterMatch, toClusterRows } from './cluster-rows.ts';

const cluster = (id: string, name: string, ...serverIds: string[]) => ({
  id,
  name,
  servers: serverIds.map((serverId) => ({ id: serverId, name: `Server ${serverId}` })),
});

describe('rows of clusters', () => {
  it('count servers that are up and players that are known, by name', () => {
    const servers = [
      buildListedServer({ id: 's1', state: 'up', playerCount: 3 }),
      buildListedServer({ id: 's2', state: 'degraded', playerCount: 4 }),
      buildListedServer({ id: 's3', state: 'down', playerCount: null }),
      buildListedServer({ id: 's4', state: 'offline', playerCount: null }),
    ];
    const clusters = [cluster('c3', 'empty'), cluster('c2', 'Beta', 's4'), cluster('c1', 'alpha', 's1', 's2', 's3')];
    expect(toClusterRows(clusters, servers)).toEqual([
      { id: 'c1', name: 'alpha', serverIds: ['s1', 's2', 's3'], onlineCount: 2, playerCount: 7 },
      { id: 'c2', name: 'Beta', serverIds: ['s4'], onlineCount: 0, playerCount: null },
      { id: 'c3', name: 'empty', serverIds: [], onlineCount: 0, playerCount: null },
    ]);
  });

  it('are found by the names of the cluster and its servers', () => {
    const one = cluster('c1', 'Obelisk', 's7');
    expect([isClusterMatch(one, 'OBEL'), isClusterMatch(one, 'server s7'), isClusterMatch(one, 'x')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
