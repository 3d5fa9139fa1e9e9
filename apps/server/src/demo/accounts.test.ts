import { request as httpRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTestApp } from '../testing/test-app.ts';
import { isProxyInstalled, startSilentNginx } from '../testing/test-proxies.ts';
import { findCaller } from '../modules/sessions/sessions.service.ts';
import { demoPassword, seedDemoAccounts } from './accounts.ts';

const app = await createTestApp({ TRIBEHALL_WORLD: 'on' });
const owner = { email: 'owner@tribehall.test', password: demoPassword };
let token = '';

type Reply = { status: number; body: { code?: string; error?: string; data?: { accessToken?: string } } };

/** Over a real connection: the peer address comes from the kernel. */
async function call(method: string, path: string, headers: Record<string, string>, body?: object): Promise<Reply> {
  const { port } = app.http.server.address() as AddressInfo;
  const sent = body ? { ...headers, 'content-type': 'application/json' } : headers;
  const request = httpRequest({ port, host: '127.0.0.1', method, path: `/api${path}`, headers: sent, agent: false });
  request.end(body && JSON.stringify(body));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const isStream = response.headers['content-type']?.startsWith('text/event-stream') === true;
  if (isStream) request.destroy();
  const json = isStream ? '{}' : await text(response);
  return { status: response.statusCode ?? 0, body: JSON.parse(json) as Reply['body'] };
}

const proxies = [
  { 'x-forwarded-for': '203.0.113.9' },
  { forwarded: 'for=127.0.0.1' },
  { 'x-real-ip': '127.0.0.1' },
  { via: '1.1 cache' },
  { 'cf-connecting-ip': '203.0.113.9' },
];

beforeAll(async () => {
  await seedDemoAccounts(app.ctx);
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  token = (await call('POST', '/users/login', {}, owner)).body.data?.accessToken ?? '';
});

describe('demo accounts', () => {
  it.each(proxies)('cannot log in through a proxy (%j), and hear why', async (proxy) => {
    expect(await call('POST', '/users/login', proxy, owner)).toMatchObject({
      status: 401,
      body: { code: 'INVALID_CREDENTIALS', error: expect.stringContaining('without a proxy in between') as string },
    });
    const wrong = await call('POST', '/users/login', proxy, { ...owner, password: 'another one' });
    expect(wrong).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } });
    // Tries are counted.
    app.passMs(30 * 60_000);
  });

  it.runIf(isProxyInstalled('nginx') && process.getuid?.() === 0)(
    'cannot log in through a proxy that says nothing of itself and runs as another user',
    async () => {
      const { port } = app.http.server.address() as AddressInfo;
      const proxy = await startSilentNginx(port);
      onTestFinished(proxy.stop);
      const seen: IncomingMessage[] = [];
      app.http.server.on('request', (request: IncomingMessage) => seen.push(request));
      const login = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(owner) };
      const response = await fetch(`http://127.0.0.1:${proxy.port}/api/users/login`, login);
      expect(await response.json()).toMatchObject({
        status: 401,
        error: expect.stringContaining('for the user who started it') as string,
      });
      const names = Object.keys(seen[0]?.headers ?? {});
      expect(
        names.filter((name) => !/^(host|content-(type|length)|accept(-\w+)?|sec-fetch-mode|user-agent)$/.test(name)),
      ).toEqual([]);
      expect((await call('POST', '/users/login', {}, owner)).status, 'straight').toBe(200);
    },
  );

  it.each(['/users/me', '/events?topics=host', '/terminal', '/users'])(
    'cannot use their session through a proxy: GET %s',
    async (path) => {
      const authorization = `Bearer ${token}`;
      expect((await call('GET', path, { authorization })).status, 'straight').not.toBe(401);
      for (const proxy of proxies)
        expect(await call('GET', path, { authorization, ...proxy }), JSON.stringify(proxy)).toMatchObject({
          status: 401,
          body: { code: 'INVALID_TOKEN' },
        });
    },
  );

  it('cannot use what was signed for their session through a proxy', async () => {
    const [sessionId = ''] = token.split('.');
    const address = '127.0.0.1';
    expect(await findCaller(app.ctx, sessionId, { address, isLocal: true, device: '' })).toMatchObject({
      isDemo: true,
    });
    expect(await findCaller(app.ctx, sessionId, { address, isLocal: false, device: '' })).toBeUndefined();
  });

  it('cannot use their API tokens through a proxy', async () => {
    const headers = { authorization: `Bearer ${token}` };
    await call('POST', '/users/me/confirm', headers, { password: demoPassword });
    const given = { name: 'Script', scopes: ['read'], serverIds: null, expiresAt: null };
    const created = (await call('POST', '/users/me/tokens', headers, given)).body.data as { secret?: string };
    const authorization = `Bearer ${created.secret}`;
    for (const path of ['/users/me', '/events?topics=users.me']) {
      expect((await call('GET', path, { authorization })).status, 'straight').toBe(200);
      for (const proxy of proxies)
        expect((await call('GET', path, { authorization, ...proxy })).status, JSON.stringify(proxy)).toBe(401);
    }
    const [tokenId = ''] = (created.secret ?? '').split('.');
    expect(
      await findCaller(app.ctx, tokenId, { address: '127.0.0.1', isLocal: false, device: '' }),
      'signed for it',
    ).toBeUndefined();
  });

  it('cannot run a program through a proxy', async () => {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.9' };
    expect(await call('POST', '/terminal/runs', headers, { command: 'id' })).toMatchObject({ status: 401 });
  });

  it('do not take others with them: an account of a person works through a proxy', async () => {
    const person = { email: 'p@example.test', username: 'Person', password: 'a long enough one' };
    const proxy = { 'x-forwarded-for': '203.0.113.9' };
    expect(await call('POST', '/users/register', proxy, person)).toMatchObject({ status: 200 });
    expect(await call('POST', '/users/login', proxy, person)).toMatchObject({ status: 200 });
  });

  it.each([
    ['10.0.0.1', 401],
    ['203.0.113.9', 401],
    ['::ffff:10.0.0.1', 401],
    ['::1', 200],
  ])('log in from %s: %i', async (remoteAddress, status) => {
    const login = { method: 'POST', url: '/api/users/login', payload: owner, remoteAddress } as const;
    expect((await app.http.inject(login)).json()).toMatchObject({ status });
  });
});
