import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { roles } from '@tribehall/contract';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMount } from '../../mount.ts';
import { errorsPlugin } from '../../plugins/errors.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { agentPackage } from './agent-package.ts';
import { serversModule } from './servers.module.ts';

const app = await createTestApp();
const admin = await createTestUser(app, { roles: [roles.Admin] });

/** A portal with a folder of its own for the agent. */
function openPortal() {
  const folder = mkdtempSync(join(tmpdir(), 'tribehall-agent-'));
  const http = Fastify();
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
    return http.close();
  });
  errorsPlugin(http);
  const servers = { ...app.ctx.state.servers, agentFile: join(folder, 'agent.tgz') };
  const ctx = { ...app.ctx, state: { ...app.ctx.state, servers } };
  serversModule.routes?.(createMount(http, ctx).mount, ctx);
  const pack = (contents: string, build: string) => {
    writeFileSync(join(folder, 'agent.tgz'), contents);
    writeFileSync(join(folder, 'package-build.json'), JSON.stringify({ version: '0.2.0', build }));
  };
  const get = (path: string, host = 'localhost:81') =>
    http.inject({ url: `/api/ark/${path}`, headers: { ...admin.headers, host } });
  return { http, pack, get };
}

describe('the agent as a package', () => {
  it('is available to everyone once it is built, and says so if it is not', async () => {
    expect(agentPackage).toMatch(/apps[\\/]agent[\\/]dist[\\/]agent\.tgz$/);
    const { get, pack } = openPortal();
    const missing = { status: 404, error: expect.stringContaining('not been built') as string };
    for (const path of ['agent.tgz', 'agent/0.2.0-aaaaaaaaaa.tgz', 'agent'])
      expect((await get(path)).json()).toMatchObject(missing);
    pack('packed', 'aaaaaaaaaa');
    for (const path of ['agent.tgz', 'agent/0.2.0-aaaaaaaaaa.tgz']) {
      const reply = await get(path);
      expect(reply.headers['content-type']).toBe('application/gzip');
      expect(reply.body).toBe('packed');
      const digest = createHash('sha256').update('packed').digest('base64');
      expect(reply.headers['repr-digest']).toBe(`sha-256=:${digest}:`);
    }
  });

  it('may be cached only by the address of its build', async () => {
    const { get, pack } = openPortal();
    pack('one', 'aaaaaaaaaa');
    const cacheOf = async (path: string) => (await get(path)).headers['cache-control'];
    expect(await cacheOf('agent/0.2.0-aaaaaaaaaa.tgz')).toContain('immutable');
    expect(await cacheOf('agent.tgz')).toBe('no-cache');
    pack('two', 'bbbbbbbbbb');
    expect(await cacheOf('agent/0.2.0-aaaaaaaaaa.tgz')).toBe('no-cache');
    expect((await get('agent/0.2.0-aaaaaaaaaa.tgz')).body).toBe('two');
    expect(await cacheOf('agent/0.2.0-bbbbbbbbbb.tgz')).toContain('immutable');
    expect((await get('agent/$(reboot)')).statusCode).toBe(400);
  });

  it('is not sent where others could replace it on its way; then the command names a copied file', async () => {
    const { get, pack } = openPortal();
    pack('packed', 'aaaaaaaaaa');
    for (const path of ['agent.tgz', 'agent/0.2.0-aaaaaaaaaa.tgz'])
      expect((await get(path, 'ark:81')).json()).toMatchObject({
        status: 403,
        error: expect.stringContaining('only sent over https') as string,
      });
    expect((await get('agent', 'ark:81')).json()).toMatchObject({ data: { commandLine: 'npx --yes ./agent.tgz run' } });
    for (const host of ['127.0.0.1:81', '[::1]:81']) expect((await get('agent.tgz', host)).statusCode).toBe(200);
  });

  it('is named with its build in every command line', async () => {
    const { http, get, pack } = openPortal();
    pack('packed', 'aaaaaaaaaa');
    const program = 'npx --yes http://localhost:81/api/ark/agent/0.2.0-aaaaaaaaaa.tgz';
    expect((await get('agent')).json()).toEqual({
      status: 200,
      data: { version: '0.2.0', build: 'aaaaaaaaaa', commandLine: `${program} run` },
    });
    const post = async (path: string, payload: object) => {
      const headers = { ...admin.headers, host: 'localhost:81' };
      const reply = await http.inject({ method: 'POST', url: `/api/ark/servers${path}`, headers, payload });
      return reply.json<{ data: { commandLine: string; server: { id: string } } }>().data;
    };
    const added = await post('', { name: 'Named', game: 'asa' });
    expect(added.commandLine).toMatch(`${program} add --portal http://localhost:81 --game asa`);
    const newToken = 'th_0123456789abcdefghijklmnopqrstuvwxyz';
    expect((await post(`/${added.server.id}/token`, { newToken })).commandLine).toMatch(`${program} add `);
  });
});
