import { roles } from '@tribehall/contract';
import { rpcErrors } from '@tribehall/contract/agent/json-rpc';
import { describe, expect, it, vi } from 'vitest';
import { parseExposition } from '../../platform/metrics/exposition.fixture.ts';
import { connectTestAgent } from '../../testing/test-agent.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { installed, runPromtool } from '../../testing/test-servers.ts';
import { createTestUser } from '../../testing/test-users.ts';

const token = 'a-token-that-only-prometheus-knows';
const settings = { METRICS_TOKEN: token };
const url = '/metrics';

async function scrape(app: TestApp) {
  const reply = await app.http.inject({ url, headers: { authorization: `Bearer ${token}` } });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  return { text: reply.body, metrics: parseExposition(reply.body) };
}

async function valueOf(app: TestApp, sample: string): Promise<number | undefined> {
  const { metrics } = await scrape(app);
  return metrics.get(sample.replace(/(_(bucket|sum|count))?(\{.*)?$/, ''))?.samples.get(sample);
}

describe('/metrics', () => {
  it('is not there unless a setting asks for it', async () => {
    const app = await createTestApp();
    await app.http.ready();
    expect(app.http.hasRoute({ method: 'GET', url })).toBe(false);
    const own = await createTestApp({ ...settings, METRICS_PORT: '0' });
    await own.http.ready();
    expect(own.http.hasRoute({ method: 'GET', url })).toBe(false);
  });

  it('is for those with the token alone', async () => {
    const app = await createTestApp(settings);
    const owner = await createTestUser(app, { roles: [roles.Owner] });
    const wrong = [undefined, '', token, `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`];
    for (const authorization of [...wrong, `Bearer ${owner.token}`]) {
      const reply = await app.http.inject({ url, headers: authorization === undefined ? {} : { authorization } });
      expect(reply.statusCode).toBe(401);
      expect(reply.body).not.toContain('tribehall_');
    }
    await scrape(app);
  });

  it('counts requests by route, method and status, and times them', async () => {
    const app = await createTestApp(settings);
    for (let n = 0; n < 3; n += 1) await app.http.inject({ url: '/api/ark/stats' });
    await app.http.inject({ method: 'HEAD', url: '/api/ark/stats' });
    await app.http.inject({ url: '/api/users/me' });
    const route = 'route="/api/ark/stats"';
    expect(await valueOf(app, `tribehall_http_requests_total{method="GET",${route},status="2xx"}`)).toBe(3);
    expect(await valueOf(app, `tribehall_http_requests_total{method="HEAD",${route},status="2xx"}`)).toBe(1);
    expect(await valueOf(app, 'tribehall_http_requests_total{method="GET",route="/api/users/me",status="4xx"}')).toBe(
      1,
    );
    expect(await valueOf(app, `tribehall_http_request_duration_seconds_count{method="GET",${route}}`)).toBe(3);
    expect(await valueOf(app, `tribehall_http_request_duration_seconds_bucket{method="GET",${route},le="+Inf"}`)).toBe(
      3,
    );
  });

  it('has the same series, however many paths are tried', async () => {
    const app = await createTestApp(settings);
    const count = async () =>
      [...(await scrape(app)).metrics]
        .filter(([name]) => name.startsWith('tribehall_http'))
        .reduce((sum, [, { samples }]) => sum + samples.size, 0);
    const ask = async (n: number) => {
      const paths = [
        `/api/${n}`,
        `/x/${n}`,
        `/${n}.js`,
        `/api/ark/servers/${n}`,
        `/api/files/${n}?q=${n}`,
        `/"}\n${n}`,
      ];
      for (const path of paths) await app.http.inject({ url: path });
      await app.http.inject({ method: 'POST', url: `/api/${n}` });
    };
    await ask(0);
    await scrape(app);
    const before = await count();
    for (let n = 1; n < 50; n += 1) await ask(n);
    expect(await count()).toBe(before);
    const unknown = 'tribehall_http_requests_total{method="any",route="(unknown)",status="4xx"}';
    expect(await valueOf(app, unknown)).toBeGreaterThanOrEqual(100);
  });

  it('shows the database, its pool and that queries were made', async () => {
    const app = await createTestApp(settings);
    await createTestUser(app);
    const before = (await valueOf(app, 'tribehall_db_query_duration_seconds_count')) ?? 0;
    await app.http.inject({ url: '/api/ark/stats' });
    await expect(app.ctx.db.execute('select 1 / 0')).rejects.toThrow('Failed query');
    await app.ctx.db.transaction((db) => db.execute('select 1'));
    expect(await valueOf(app, 'tribehall_db_query_duration_seconds_count')).toBeGreaterThan(before + 4);
    expect(await valueOf(app, 'tribehall_db_query_failures_total')).toBe(1);
    expect(await valueOf(app, 'tribehall_db_connections_max')).toBe(4);
    expect(await valueOf(app, 'tribehall_db_connections{state="in_use"}')).toBeGreaterThanOrEqual(0);
    expect(await valueOf(app, 'tribehall_db_waiting')).toBe(0);
  });

  it('shows agents and how late their events are stored', async () => {
    const app = await createTestApp(settings);
    const server = await addTestServer(app);
    const agent = await connectTestAgent(app, { token: server.token });
    expect(await valueOf(app, 'tribehall_agent_connections')).toBe(1);
    expect(await valueOf(app, 'tribehall_connected_servers')).toBe(1);
    const at = new Date(Date.now() - 30_000).toISOString();
    await agent.sendRaw([{ seq: 1, at, type: 'chat.line', data: { kind: 'player', name: 'Ann', text: 'hi' } }]);
    expect(await valueOf(app, 'tribehall_intake_lag_seconds_count')).toBe(1);
    expect(await valueOf(app, 'tribehall_intake_lag_seconds_bucket{le="10"}')).toBe(0);
    expect(await valueOf(app, 'tribehall_intake_lag_seconds_bucket{le="60"}')).toBe(1);
  });

  it('shows open streams and the topics that they read', async () => {
    const app = await createTestApp(settings);
    const address = await app.http.listen({ port: 0, host: '127.0.0.1' });
    const streams = new AbortController();
    for (let n = 0; n < 2; n += 1) await fetch(`${address}/api/events?topics=stats`, { signal: streams.signal });
    expect(await valueOf(app, 'tribehall_live_streams')).toBe(2);
    expect(await valueOf(app, 'tribehall_live_channels')).toBe(1);
    streams.abort();
    await vi.waitFor(async () => expect(await valueOf(app, 'tribehall_live_streams')).toBe(0));
  });

  it('shows how late the event loop was since the last scrape', async () => {
    const app = await createTestApp(settings);
    await scrape(app);
    // The monitor looks at intervals, so that one has to begin and one to end.
    await vi.waitFor(async () => {
      await new Promise(setImmediate);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150);
      await new Promise(setImmediate);
      expect(await valueOf(app, 'nodejs_eventloop_lag_max_seconds')).toBeGreaterThan(0.1);
    });
  });

  it('shows how long games take to reply, as long as their agents are connected', async () => {
    const app = await createTestApp(settings);
    const server = await addTestServer(app, { name: 'Hostile "} 1\\' });
    const agent = await connectTestAgent(app, { token: server.token });
    expect(agent.hello).toMatchObject({ rconReportMs: 15_000 });
    await agent.request('rcon.replies', { ms: [40, 60.5, 3000] });
    await agent.request('rcon.replies', { ms: [20_000] });
    const sample = (end: string) => `tribehall_rcon_duration_seconds_${end.replace('{', `{server="${server.id}"`)}`;
    expect(await valueOf(app, sample('count{}'))).toBe(4);
    expect(await valueOf(app, sample('bucket{,le="0.1"}'))).toBe(2);
    expect(await valueOf(app, sample('bucket{,le="10"}'))).toBe(3);
    for (const params of [{}, { ms: [] }, { ms: [-1] }, { ms: ['1'] }, { ms: [null] }, { ms: Array(101).fill(1) }])
      await expect(agent.request('rcon.replies', params)).rejects.toMatchObject({ code: rpcErrors.invalidParams });
    expect(await valueOf(app, sample('count{}'))).toBe(4);
    await agent.close();
    await vi.waitFor(async () => expect(await valueOf(app, sample('count{}'))).toBeUndefined());
  });

  it('is what promtool accepts', async () => {
    const app = await createTestApp(settings);
    await app.http.inject({ url: '/api/ark/stats' });
    const { text, metrics } = await scrape(app);
    const missing = app.ctx.state.metrics.registry.names().filter((name) => !metrics.has(name));
    // They begin with the first event, command or report of an agent, and with the first collection.
    const later = [
      'nodejs_gc_duration',
      'tribehall_agent_command_duration',
      'tribehall_intake_lag',
      'tribehall_rcon_duration',
    ];
    expect(missing.filter((name) => !later.some((start) => name.startsWith(start)))).toEqual([]);
    expect(metrics.size).toBeGreaterThan(25);
    if (!installed.promtool) return;
    expect(runPromtool(['check', 'metrics'], text)).toEqual({ status: 0, output: '' });
  });

  it('is of one portal, also where several run in one process', async () => {
    const [one, other] = await Promise.all([createTestApp(settings), createTestApp(settings)]);
    await one.http.inject({ url: '/api/ark/stats' });
    const sample = 'tribehall_http_requests_total{method="GET",route="/api/ark/stats",status="2xx"}';
    expect([await valueOf(one, sample), await valueOf(other, sample)]).toEqual([1, undefined]);
  });
});
