import { describe, expect, it } from 'vitest';
import { inTransaction } from '../../context.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { operator } from '../audit/audit.service.ts';
import { liveSubject, type LiveMessage } from '../events/events.service.ts';
import * as changes from './changes.service.ts';
import { publishClusterChange } from '../servers/cluster-changes.service.ts';
import type { ClusterStateNow } from './clusters.service.ts';

const app = await createTestApp();
const heard: LiveMessage[] = [];
app.ctx.bus.subscribe(liveSubject, (message) => void heard.push(message as LiveMessage));

const statesOf = (clusterId: string) =>
  heard
    .filter(({ channel, event }) => channel === `clusters.state/${clusterId}` && event === 'changed')
    .map((message) => message.data as ClusterStateNow);
const clustersOf = (serverId: string) =>
  heard
    .filter((message) => message.channel === `servers.state/${serverId}`)
    .map((message) => (message.data as { cluster: { name: string } | null }).cluster?.name);

describe("a cluster's readers", () => {
  it('get one message for many changes, with the final state', async () => {
    const cluster = await changes.create(app.ctx, operator, 'Busy');
    await addTestServer(app, { clusterId: cluster.id });
    await addTestServer(app, { clusterId: cluster.id });
    for (let i = 0; i < 200; i += 1) publishClusterChange(app.ctx, cluster.id);
    await expect.poll(() => statesOf(cluster.id).at(-1)?.servers).toHaveLength(2);
    const other = await changes.create(app.ctx, operator, 'To see that time has passed');
    for (const round of [1, 2, 3]) {
      publishClusterChange(app.ctx, other.id);
      await expect.poll(() => statesOf(other.id)).toHaveLength(round);
    }
    expect(statesOf(cluster.id).length).toBeLessThanOrEqual(3);
  });

  it('get a change after its commit', async () => {
    const cluster = await changes.create(app.ctx, operator, 'In a transaction');
    const other = await changes.create(app.ctx, operator, 'Outside of it');
    await inTransaction(app.ctx, async (ctx) => {
      publishClusterChange(ctx, cluster.id);
      publishClusterChange(app.ctx, other.id);
      await expect.poll(() => statesOf(other.id)).toHaveLength(1);
      expect(statesOf(cluster.id)).toEqual([]);
    });
    await expect.poll(() => statesOf(cluster.id)).toHaveLength(1);
  });

  it("get a moved server in both clusters, and so do the server's readers", async () => {
    const from = await changes.create(app.ctx, operator, 'From');
    const to = await changes.create(app.ctx, operator, 'To');
    const server = await addTestServer(app, { clusterId: from.id });
    await expect.poll(() => statesOf(from.id).at(-1)?.servers).toMatchObject([{ id: server.id }]);
    await changes.addServer(app.ctx, operator, to.id, server.id);
    await expect.poll(() => statesOf(to.id).at(-1)?.servers).toMatchObject([{ id: server.id }]);
    await expect.poll(() => statesOf(from.id).at(-1)?.servers).toEqual([]);
    expect(clustersOf(server.id).at(-1)).toBe('To');

    await changes.rename(app.ctx, operator, to.id, 'Renamed');
    await expect.poll(() => statesOf(to.id).at(-1)?.name).toBe('Renamed');
    expect(clustersOf(server.id).at(-1)).toBe('Renamed');

    await changes.remove(app.ctx, operator, to.id);
    await expect.poll(() => clustersOf(server.id).at(-1)).toBeUndefined();
  });

  it('receive that it is gone, and nothing more', async () => {
    const cluster = await changes.create(app.ctx, operator, 'Short');
    await changes.remove(app.ctx, operator, cluster.id);
    publishClusterChange(app.ctx, cluster.id);
    const other = await changes.create(app.ctx, operator, 'After it');
    publishClusterChange(app.ctx, other.id);
    await expect.poll(() => statesOf(other.id)).toHaveLength(1);
    expect(statesOf(cluster.id)).toEqual([]);
    expect(heard).toContainEqual(expect.objectContaining({ channel: `clusters.state/${cluster.id}`, event: 'gone' }));
    expect(app.logged.join('')).not.toContain('could not be read');
  });
});
