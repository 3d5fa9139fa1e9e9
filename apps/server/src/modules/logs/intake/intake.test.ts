import { agentLimits } from '@tribehall/contract/agent/agent.contract';
import { rpcErrors } from '@tribehall/contract/agent/json-rpc';
import { describe, expect, it, vi } from 'vitest';
import { connectTestAgent } from '../../../testing/test-agent.ts';
import { addTestServer } from '../../../testing/test-game-servers.ts';
import { createTestUser } from '../../../testing/test-users.ts';
import { chatMessage, storedMessages } from '../../agents/agents.fixture.ts';
import { addTexts, startLogsTest, written } from '../logs.fixture.ts';

const botToken = 'canary-of-the-bots-token';
const { app, owner, get, texts } = await startLogsTest({ DISCORD_BOT_TOKEN: botToken });

/** By a clock that is five hours ahead. */
const wrong = (ms: number) => new Date(Date.now() + 5 * 60 * 60_000 + ms).toISOString();

const line = (text: string, given: object = {}) => ({
  at: new Date().toISOString(),
  key: 'game',
  level: 'info',
  text,
  ...given,
});

async function connect() {
  const server = await addTestServer(app);
  return { server, agent: await connectTestAgent(app, { token: server.token }) };
}

async function allTexts(host: string): Promise<unknown[]> {
  const { rows } = await app.ctx.db.execute(`select text from log_entries where host = '${host}' order by at, id`);
  return rows.map(({ text }) => text);
}

describe('lines from an agent connection', () => {
  it('are entries of its server, with their part, level and time', async () => {
    const { server, agent } = await connect();
    const at = new Date(Date.now() - 60_000).toISOString();
    await agent.request('logs', {
      lines: [line('a', { at, key: 'chat', level: 'warn' }), line('b', { key: 'agent' })],
      skipped: 0,
    });
    await written(app);
    const { data } = await get('/entries', { host: server.id });
    expect(data).toMatchObject({
      entries: [
        { host: server.id, key: 'chat', level: 'warn', text: 'a', at },
        { host: server.id, key: 'agent', level: 'info', text: 'b' },
      ],
    });
    expect((await get('/sources')).data).toContainEqual({
      host: server.id,
      label: server.name,
      keys: ['agent', 'chat'],
    });
  });

  it('arrive whole when two thousand come at once, while events go on', async () => {
    const { server, agent } = await connect();
    const many = Array.from({ length: 2000 }, (_, n) => line(`burst ${n}`));
    const at = new Date().toISOString();
    await Promise.all([
      agent.request('logs', { lines: many.slice(0, 1000), skipped: 0 }),
      agent.request('logs', { lines: many.slice(1000), skipped: 0 }),
      agent.sendRaw([{ seq: 1, at, ...chatMessage('sent meanwhile') }]),
    ]);
    expect(await storedMessages(app, server.id)).toEqual(['sent meanwhile']);
    await vi.waitFor(async () => expect(await allTexts(server.id)).toHaveLength(2000));
    expect(new Set(await allTexts(server.id))).toEqual(new Set(many.map(({ text }) => text)));
  });

  it('above the rate limit are counted, and so are those that the agent skipped', async () => {
    const { server, agent } = await connect();
    const batch = Array.from({ length: agentLimits.maxLogLinesPerBatch }, (_, n) => line(`flood ${n}`));
    await agent.request('logs', { lines: [], skipped: 7 });
    for (let n = 0; n < 40; n += 1) await agent.request('logs', { lines: batch, skipped: 0 });
    const counts = async () =>
      (await allTexts(server.id)).flatMap((text) => /^(\d+) lines were skipped/.exec(String(text))?.[1] ?? []);
    await vi.waitFor(async () => expect(await counts()).toContain('7'));
    // In several messages, if the portal had the time to write some of them in between.
    const total = async () => (await counts()).reduce((sum, count) => sum + Number(count), 0);
    await vi.waitFor(async () => expect(await total()).toBeGreaterThan(1000));
  });

  it('have the portal’s time where the clock of the sender is wrong', async () => {
    const server = await addTestServer(app);
    const agent = await connectTestAgent(app, { token: server.token, hello: { now: wrong(0) } });
    await agent.request('logs', { lines: [line('by a wrong clock', { at: wrong(-1000) })], skipped: 0 });
    await written(app);
    expect(await texts({ host: server.id, before: new Date(Date.now() + 1000).toISOString() })).toEqual([
      'by a wrong clock',
    ]);
  });

  it('are refused where they are none', async () => {
    const { agent } = await connect();
    for (const params of [{}, { lines: [{ text: 'x' }], skipped: 0 }, { lines: [], skipped: -1 }])
      await expect(agent.request('logs', params)).rejects.toMatchObject({ code: rpcErrors.invalidParams });
    const tooMany = Array.from({ length: 1001 }, () => line('x'));
    await expect(agent.request('logs', { lines: tooMany, skipped: 0 })).rejects.toMatchObject({ code: -32602 });
  });
});

describe('what must not be in the logs', () => {
  it('is not, whatever way it comes', async () => {
    const { server, agent } = await connect();
    const user = await createTestUser(app);
    const canaries = [
      botToken,
      owner.token,
      user.token,
      server.token,
      'canary-password',
      'canary-code',
      'canary-cookie',
    ];
    const lines = [
      ...canaries.slice(0, 4).map((secret) => `something about ${secret} here`),
      '?listen?ServerAdminPassword=canary-password?x',
      'GET /api/discord/callback?code=canary-code&state=x',
      'Cookie: session=canary-cookie',
      'login {"email":"a@b.test","password":"canary-password"}',
    ];
    for (const text of lines) {
      app.ctx.log.warn(text);
      app.ctx.log.error({ err: new Error(text), url: text, given: { nested: text } }, 'Failed');
      app.ctx.log.child({ host: 'bot', part: 'music' }).info({ note: text }, 'Played');
    }
    await agent.request('logs', { lines: lines.map((text) => line(text)), skipped: 0 });
    addTexts(app, lines, { host: 'direct' });
    await app.http.inject({
      method: 'POST',
      url: '/api/users/login',
      body: { email: user.email, password: 'canary-password' },
    });
    await app.http.inject({ url: '/api/users/me', headers: { authorization: 'Bearer canary-password.canary-cookie' } });
    await written(app);
    const { rows } = await app.ctx.db.execute('select host, text from log_entries');
    const hosts = new Set(rows.map(({ host }) => host));
    for (const host of ['portal', 'bot', 'direct', server.id]) expect(hosts).toContain(host);
    const download = await app.http.inject({ url: '/api/logs/download', headers: owner.headers });
    const everything = `${JSON.stringify(rows)}\n${download.body}`;
    for (const canary of canaries) expect(everything).not.toContain(canary);
    expect(everything).toContain('[hidden]');
  });

  it('cannot break out: one entry stays one line', async () => {
    const { server, agent } = await connect();
    const hostile = 'a\n[ERROR] x\u001b[2J\u0000\u202e';
    await agent.request('logs', { lines: [line(hostile)], skipped: 0 });
    addTexts(app, [hostile], { host: 'hostile' });
    app.ctx.log.warn({ given: hostile }, hostile);
    await written(app);
    expect(await texts({ host: server.id })).toEqual(['a\\n[ERROR] x\\u{001b}[2J\\u{0000}\\u{202e}']);
    expect(await texts({ host: 'hostile' })).toHaveLength(1);
    for (const path of ['', '/entries', '/download']) {
      const { body } = await app.http.inject({ url: `/api/logs${path}`, headers: owner.headers });
      expect(body.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
      expect(body).not.toContain('\\u001b');
    }
  });
});
