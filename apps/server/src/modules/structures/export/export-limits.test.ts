import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { roles } from '@tribehall/contract';
import { describe, expect, it, vi } from 'vitest';
import { agentUrl } from '../../../testing/test-agent.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { addTestServer } from '../../../testing/test-game-servers.ts';
import { createTestUser, type TestUser } from '../../../testing/test-users.ts';
import * as store from './export.store.ts';

// The pages are only counted.
const findPage = vi.spyOn(store, 'findPage');

const app = await createTestApp();
app.ctx.state.structures.exportMs = 4_000;
const [admin, other] = [
  await createTestUser(app, { roles: [roles.Admin] }),
  await createTestUser(app, { roles: [roles.Admin] }),
];
const { id } = await addTestServer(app);
await app.ctx.db
  .execute(`insert into structures (server_id, save_id, class_name, tribe_id, tribe_name, x, y, z, revision,
    first_seen_at, last_seen_at)
  select '${id}', n::text, 'Floor_Stone_C', 11, repeat('Vikings', 18), 1, 2, 3, 'r', now(), now()
  from generate_series(1, 40000) n`);
await agentUrl(app);

const path = `/api/ark/servers/${id}/structures/export?format=csv`;
const small = (user: TestUser) => app.http.inject({ url: `${path}&tribes=1`, headers: user.headers });
const open = (user: TestUser, query = '') => {
  const { port } = app.http.server.address() as AddressInfo;
  const request = httpGet(`http://127.0.0.1:${port}${path}${query}`, { headers: user.headers, agent: false });
  request.on('error', () => {});
  return request;
};
const connections = () =>
  new Promise<number>((resolve) => app.http.server.getConnections((_, count) => resolve(count)));

describe('an export', () => {
  it('is one at a time for each caller, and ends after a while whatever its reader does', async () => {
    const request = open(admin);
    const [reply] = (await once(request, 'response')) as [IncomingMessage];
    reply.on('error', () => {});
    expect(reply.statusCode).toBe(200);
    const second = await small(admin);
    expect([second.statusCode, second.headers['retry-after']]).toEqual([429, '5']);
    expect(second.json<{ error: string }>().error).toContain('Another export of yours');
    expect((await small(other)).statusCode).toBe(200);
    // Nothing is read, and the connection stays open.
    await expect.poll(async () => (await small(admin)).statusCode).toBe(200);
    reply.resume();
    await expect(once(reply, 'end')).rejects.toThrow('aborted');
  });

  it('of a reader who is gone before anything was found stops at once', async () => {
    await expect.poll(connections).toBe(0);
    findPage.mockClear();
    await app.ctx.db.transaction(async (tx) => {
      await tx.execute('lock table structures in access exclusive mode');
      const request = open(admin, '&search=nothing-is-called-so');
      await expect.poll(() => findPage.mock.calls.length).toBe(1);
      request.destroy();
      await expect.poll(connections).toBe(0);
    });
    await expect.poll(async () => (await small(admin)).statusCode).toBe(200);
    const searched = findPage.mock.calls.filter(([, filter]) => filter.tribes === undefined);
    expect(searched).toHaveLength(1);
    expect(app.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});
