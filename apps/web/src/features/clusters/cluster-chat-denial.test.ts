import { roles } from '@tribehall/contract/roles';
import { describe, expect, it } from 'vitest';
import { buildCluster, buildClusterServer } from '../../testing/clusters.ts';
import { buildUser } from '../../testing/users.ts';
import { chatDenial } from './cluster-chat-denial.ts';

const linked = (serverId: string) =>
  buildUser({
    ark: { controlledServers: [], favoriteServers: [], linkedPlayers: [{ serverId, playerId: '1', isAdmin: false }] },
  });

describe('writing to a cluster', () => {
  it('is for Admins and for players of its servers', () => {
    expect(chatDenial(buildCluster(), buildUser({ roles: [roles.Admin] }))).toBeUndefined();
    expect(chatDenial(buildCluster(), linked('s1'))).toBeUndefined();
  });

  it('says what is missing to others', () => {
    const reason = 'You need a linked character on a server of this cluster.';
    expect(chatDenial(buildCluster(), buildUser())).toBe(reason);
    expect(chatDenial(buildCluster(), linked('elsewhere'))).toBe(reason);
  });

  it('needs a server to show it', () => {
    const offline = buildCluster({ servers: [buildClusterServer({ isConnected: false, state: 'offline' })] });
    expect(chatDenial(offline, linked('s1'))).toBe('No server of this cluster is connected.');
    expect(chatDenial(buildCluster({ servers: [] }), buildUser({ roles: [roles.Owner] }))).toBe(
      'This cluster has no servers yet.',
    );
  });
});
