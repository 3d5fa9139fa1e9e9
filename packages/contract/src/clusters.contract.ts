import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { id, idParams, nothing } from './schemas.ts';

const cluster = z.object({
  id,
  name: z.string(),
  servers: z.array(z.object({ id, name: z.string() })),
});

const clusterDetails = z.object({
  id,
  name: z.string(),
  servers: z.array(
    z.object({ id, name: z.string(), isConnected: z.boolean(), playerCount: z.number().int().nullable() }),
  ),
});

export const clustersRoutes = defineRoutes({
  'GET /ark/clusters': { summary: 'All clusters', right: 'user', reply: z.array(cluster) },
  'GET /ark/clusters/{id}': { summary: 'A cluster', right: 'user', params: idParams, reply: cluster },
  'GET /ark/clusters/{id}/details': {
    summary: 'A cluster with the states of its servers',
    right: 'user',
    params: idParams,
    reply: clusterDetails,
  },
  'POST /ark/clusters': {
    summary: 'Make a cluster',
    right: 'admin',
    body: z.object({ clusterName: z.string().trim().min(1).max(64) }),
    reply: cluster,
  },
  'POST /ark/clusters/{id}/servers': {
    summary: 'Put a server into a cluster',
    right: 'admin',
    params: idParams,
    body: z.object({ serverId: id }),
    reply: cluster,
  },
  'DELETE /ark/clusters/{id}/servers/{serverId}': {
    summary: 'Take a server out of a cluster',
    right: 'admin',
    params: z.object({ id, serverId: id }),
    reply: nothing,
  },
});
