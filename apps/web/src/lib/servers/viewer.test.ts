import { roles } from '@tribehall/contract/roles';
import { describe, expect, it } from 'vitest';
import { buildCluster, buildClusterServer } from '../../testing/clusters.ts';
import { buildUser } from '../../testing/users.ts';
import { clusterChatDenial } from './viewer.ts';

const linked = (serverId: string) =>
  buildUser({
    ark: { controlledServers: [], favoriteServers: [], linkedPlayers: [{ serverId, playerId: '1', isAdmin: false }] },
  });

describe('writing to a cluster', () => {
  it('is for Admins and for players of its servers', () => {
    expect(clusterChatDenial(buildCluster(), buildUser({ roles: [roles.Admin] }))).toBeUndefined();
    expect(clusterChatDenial(buildCluster(), linked('s1'))).toBeUndefined();
  });

  it('says what is missing to others', () => {
    const reason = 'You need a linked character on a server of this cluster.';
    expect(clusterChatDenial(buildCluster(), buildUser())).toBe(reason);
    expect(clusterChatDenial(buildCluster(), linked('elsewhere'))).toBe(reason);
  });

  it('needs a server to show it', () => {
    const offline = buildCluster({ servers: [buildClusterServer({ isConnected: false, state: 'offline' })] });
    expect(clusterChatDenial(offline, linked('s1'))).toBe('None of the servers in this cluster is connected.');
    expect(clusterChatDenial(buildCluster({ servers: [] }), buildUser({ roles: [roles.Owner] }))).toBe(
      'This cluster has no servers yet.',
    );
  });
});
