import type { Mount } from '../../mount.ts';
import { clusterPage } from '../chat/chat.service.ts';
import { sayToCluster } from '../chat/speech.service.ts';
import * as changes from './changes.service.ts';
import * as clusters from './clusters.service.ts';

export function clustersModule(mount: Mount): void {
  mount('GET /ark/clusters', ({ ctx }) => clusters.list(ctx));
  mount('GET /ark/clusters/{id}', ({ ctx, params }) => clusters.readCluster(ctx, params.id));
  mount('GET /ark/clusters/{id}/details', ({ ctx, params }) => clusters.readClusterState(ctx, params.id));
  mount('POST /ark/clusters', ({ ctx, caller, body }) => changes.create(ctx, caller, body.clusterName));
  mount('PUT /ark/clusters/{id}', ({ ctx, caller, params, body }) =>
    changes.rename(ctx, caller, params.id, body.clusterName),
  );
  mount('DELETE /ark/clusters/{id}', async ({ ctx, caller, params }) => {
    await changes.remove(ctx, caller, params.id);
    return {};
  });
  mount('POST /ark/clusters/{id}/servers', ({ ctx, caller, params, body }) =>
    changes.addServer(ctx, caller, params.id, body.serverId, body.fromClusterId),
  );
  mount('DELETE /ark/clusters/{id}/servers/{serverId}', async ({ ctx, caller, params }) => {
    await changes.removeServer(ctx, caller, params.id, params.serverId);
    return {};
  });
  mount('GET /ark/clusters/{id}/players', ({ ctx, params }) => clusters.listPlayers(ctx, params.id));
  mount('GET /ark/clusters/{id}/chat', ({ ctx, params, query }) => clusterPage(ctx, params.id, query));
  mount('POST /ark/clusters/{id}/chat', ({ ctx, caller, params, body }) =>
    sayToCluster(ctx, caller, params.id, body.message),
  );
}
