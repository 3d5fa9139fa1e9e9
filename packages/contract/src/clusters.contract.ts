import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { id, idParams, nothing } from './shared/schemas.ts';
import { serverStates } from './servers.contract.ts';
import { defineTopics } from './shared/topic.ts';

const clusterName = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(64, 'The name can have at most 64 characters.')
  .regex(/^\P{C}*$/u, "The name can't contain control characters.");

const cluster = z.object({
  id,
  name: z.string(),
  servers: z.array(z.object({ id, name: z.string() })),
});

export const clusterState = z.object({
  id,
  name: z.string(),
  servers: z.array(
    z.object({
      id,
      name: z.string(),
      isConnected: z.boolean(),
      state: z.enum(serverStates),
      stateReason: z.string().nullable(),
      map: z.string().nullable(),
      playerCount: z.number().int().nullable(),
      maxPlayers: z.number().int().nullable(),
    }),
  ),
});

/** Everyone online on the servers of a cluster. */
export const clusterPlayer = z.object({ id, name: z.string(), survivor: z.string().nullable(), serverId: id });

export const clustersRoutes = defineRoutes({
  'GET /ark/clusters': { summary: 'All clusters', right: 'user', scope: 'read', reply: z.array(cluster) },
  'GET /ark/clusters/{id}': { summary: 'A cluster', right: 'user', scope: 'read', params: idParams, reply: cluster },
  'GET /ark/clusters/{id}/details': {
    summary: 'A cluster with the states of its servers',
    right: 'user',
    scope: 'read',
    params: idParams,
    reply: clusterState,
  },
  'POST /ark/clusters': {
    summary: 'Create a cluster',
    right: 'admin',
    scope: 'servers',
    body: z.object({ clusterName }),
    reply: cluster,
  },
  'PUT /ark/clusters/{id}': {
    summary: 'Rename a cluster',
    right: 'admin',
    scope: 'servers',
    params: idParams,
    body: z.object({ clusterName }),
    reply: cluster,
  },
  'DELETE /ark/clusters/{id}': {
    summary: 'Remove a cluster; its servers stay',
    right: 'admin',
    scope: 'servers',
    params: idParams,
    reply: nothing,
  },
  'POST /ark/clusters/{id}/servers': {
    summary: 'Add a server to a cluster; it leaves its previous one',
    right: 'admin',
    scope: 'servers',
    params: idParams,
    body: z.object({
      serverId: id,
      /** The cluster that the caller expects the server in, null for none: the call fails if it has been moved since. */
      fromClusterId: id.nullable().optional(),
    }),
    reply: cluster,
  },
  'DELETE /ark/clusters/{id}/servers/{serverId}': {
    summary: 'Remove a server from a cluster',
    right: 'admin',
    scope: 'servers',
    params: z.object({ id, serverId: id }),
    reply: nothing,
  },
  'GET /ark/clusters/{id}/players': {
    summary: 'Who is online on the servers of a cluster',
    right: 'user',
    scope: 'read',
    params: idParams,
    reply: z.array(clusterPlayer),
  },
});

export const clustersTopics = defineTopics({
  'clusters.state': {
    right: 'user',
    scope: 'read',
    isKeyed: true,
    snapshot: clusterState,
    events: { changed: clusterState },
  },
});
