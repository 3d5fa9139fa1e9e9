import { defineModule } from '../../module.ts';
import { listObjectEntries } from '../audit/audit.service.ts';
import * as changes from './changes.service.ts';
import * as clusters from './clusters.service.ts';

export const clustersModule = defineModule({
  name: 'clusters',
  rights: { clusterPlayer: (ctx, subject, params) => clusters.isClusterPlayer(ctx, subject, params['id'] ?? '') },
  topics: { 'clusters.state': { snapshot: clusters.readClusterState } },
  jobs: [clusters.startPublishing],
  routes(mount) {
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
    mount('GET /ark/clusters/{id}/activity', async ({ ctx, params, query }) => {
      const { id } = await clusters.readCluster(ctx, params.id);
      return listObjectEntries(ctx, { field: 'clusterId', id }, query.before);
    });
    mount('GET /ark/clusters/{id}/players', ({ ctx, params }) => clusters.listPlayers(ctx, params.id));
  },
});
