import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { errorText } from '@tribehall/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Config } from '../../config.ts';
import { connectTestAgent, type CommandHandlers } from '../../testing/test-agent.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { openPortal } from './agents.fixture.ts';
import { sendCommand } from './agents.service.ts';

const app = await createTestApp();
/** Longer than any step of a test takes: what waits is not given up before. */
const patientMs = 600_000;
beforeEach(() => void (app.ctx.state.agents.waitMs = patientMs));

const offline = { code: 'SERVER_OFFLINE', message: errorText.SERVER_OFFLINE };

const ping = (roundTripMs: number): CommandHandlers => ({ 'server.ping': () => ({ roundTripMs }) });

/** A server whose agent is connected to a portal that stops; `connect` connects it to the one of the test. */
async function openMovingServer(commands: CommandHandlers, settings: Partial<Config> = {}) {
  const server = await addTestServer(app);
  const stopping = openPortal({ ...app, ctx: { ...app.ctx, config: { ...app.ctx.config, ...settings } } });
  const agent = await connectTestAgent(stopping, { token: server.token, commands });
  const connect = (next: CommandHandlers) => connectTestAgent(app, { token: server.token, commands: next });
  return { id: server.id, agent, connect, stop: () => stopping.http.close() };
}

const isWaiting = () => vi.waitUntil(() => app.ctx.state.agents.awaited.size === 1);

describe('a command to an agent whose portal stops', () => {
  it('waits until the agent is connected to another one, and is executed there, once', async () => {
    const server = await openMovingServer(ping(1));
    await server.stop();
    const replies = Promise.all([1, 2, 3].map(() => sendCommand(app.ctx, server.id, 'server.ping', {})));
    await isWaiting();
    const next = await server.connect(ping(2));
    expect(await replies).toEqual([{ roundTripMs: 2 }, { roundTripMs: 2 }, { roundTripMs: 2 }]);
    expect([server.agent.received.length, next.received.length]).toEqual([0, 3]);
    expect(app.ctx.state.agents.awaited.size).toBe(0);
  });

  it('that it got before has its reply before the connection closes; no more are sent on it', async () => {
    const replies = new EventEmitter();
    const server = await openMovingServer({ 'server.ping': async () => (await once(replies, 'reply'))[0] as unknown });
    const first = sendCommand(app.ctx, server.id, 'server.ping', {});
    await expect.poll(() => server.agent.received).toHaveLength(1);
    const stopped = server.stop();
    const second = sendCommand(app.ctx, server.id, 'server.ping', {});
    await isWaiting();
    replies.emit('reply', { roundTripMs: 1 });
    expect(await first).toEqual({ roundTripMs: 1 });
    await stopped;
    await server.connect(ping(2));
    expect(await second).toEqual({ roundTripMs: 2 });
    expect(server.agent.received).toHaveLength(1);
  });

  it('is not given up while a slow game executes it', async () => {
    const slowMs = 2_500;
    const server = await openMovingServer({ 'server.ping': () => delay(slowMs, { roundTripMs: slowMs }) });
    const sent = sendCommand(app.ctx, server.id, 'server.ping', {});
    await expect.poll(() => server.agent.received).toHaveLength(1);
    await server.stop();
    expect(await sent).toEqual({ roundTripMs: slowMs });
  });

  it('is given up when the game takes longer than a stop may take', async () => {
    const server = await openMovingServer({ 'server.ping': () => new Promise(() => {}) }, { STOP_WAIT_SECONDS: 0 });
    const sent = sendCommand(app.ctx, server.id, 'server.ping', {});
    // Awaited below, after it has failed.
    sent.catch(() => {});
    await expect.poll(() => server.agent.received).toHaveLength(1);
    await server.stop();
    await expect(sent).rejects.toThrow('may or may not');
  });

  it.each([-60_000, 60_000])('waits as long if the clock of that portal is off by %i ms', async (offMs) => {
    const server = await openMovingServer({});
    app.passMs(offMs);
    await server.stop();
    app.passMs(-offMs);
    app.ctx.state.agents.waitMs = 300;
    await expect(sendCommand(app.ctx, server.id, 'server.ping', {})).rejects.toMatchObject(offline);
    app.ctx.state.agents.waitMs = patientMs;
    const reply = sendCommand(app.ctx, server.id, 'server.ping', {});
    await isWaiting();
    await server.connect(ping(2));
    expect(await reply).toEqual({ roundTripMs: 2 });
  });

  it('may be for a player who is still online', async () => {
    const server = await openMovingServer({});
    const player = { id: '76561198000000001', name: 'Ann' };
    const { headers } = await createTestUser(app);
    await server.agent.sendEvents(
      { type: 'server.state', data: { state: 'up' } },
      { type: 'players.online', data: { players: [player] } },
    );
    await server.stop();
    const url = `/api/ark/servers/${server.id}/players/${player.id}/auth`;
    const reply = app.http.inject({ method: 'POST', url, headers });
    await isWaiting();
    await server.connect({ 'players.whisper': () => ({ outcome: 'sent' }) });
    expect((await reply).statusCode).toBe(200);
  });
});

describe('a command to an agent that does not come back', () => {
  it('fails when it has been away for longer than it may take', async () => {
    const server = await openMovingServer(ping(1));
    await server.stop();
    app.ctx.state.agents.waitMs = 300;
    await expect(sendCommand(app.ctx, server.id, 'server.ping', {})).rejects.toMatchObject(offline);
    app.ctx.state.agents.waitMs = patientMs;
    await app.ctx.db.execute(
      `update servers set connection_lost_at = now() - interval '${patientMs} ms' where id = '${server.id}'`,
    );
    await expect(sendCommand(app.ctx, server.id, 'server.ping', {})).rejects.toMatchObject(offline);
  });

  it('fails a little later for a portal that was killed, whose connections are listed for a while', async () => {
    const server = await addTestServer(app);
    await app.ctx.db.execute(
      `insert into links (server_id, id, portal_id, connected_at) values ('${server.id}', 'gone', 'gone', now())`,
    );
    app.ctx.state.agents.waitMs = 300;
    await expect(sendCommand(app.ctx, server.id, 'server.ping', {})).rejects.toMatchObject(offline);
    app.ctx.state.agents.waitMs = patientMs;
    const reply = sendCommand(app.ctx, server.id, 'server.ping', {});
    await isWaiting();
    await connectTestAgent(app, { token: server.token, commands: ping(3) });
    expect(await reply).toEqual({ roundTripMs: 3 });
  });

  it('fails at once for a caller that retries', async () => {
    const server = await openMovingServer(ping(1));
    await server.stop();
    const sent = sendCommand(app.ctx, server.id, 'server.ping', {}, { isRetrying: true });
    await expect(sent).rejects.toMatchObject(offline);
    expect(app.ctx.state.agents.awaited.size).toBe(0);
  });
});
