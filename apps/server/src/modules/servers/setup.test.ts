import { roles } from '@tribehall/contract';
import type { SetupCheck } from '@tribehall/contract/agent/setup-checks';
import { describe, expect, it } from 'vitest';
import { agentUrl, connectTestAgent, defaultHello, openSocket } from '../../testing/test-agent.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { liveSubject, type LiveMessage } from '../events/events.service.ts';
import { readSetup } from './setup.service.ts';

const app = await createTestApp();
const member = await createTestUser(app);
const admin = await createTestUser(app, { roles: [roles.Admin] });
const heard: LiveMessage[] = [];
app.ctx.bus.subscribe(liveSubject, (message) => void heard.push(message as LiveMessage));

const rcon: SetupCheck = { about: 'rcon', problem: 'passwordWrong', detail: '127.0.0.1:27020: refused' };
const log: SetupCheck = { about: 'log', problem: null, detail: '/srv/ark/Logs/ShooterGame.log' };
const lastHeard = (serverId: string) =>
  heard.findLast(({ channel }) => channel === `servers.setup/${serverId}`)?.data as
    | { checks: SetupCheck[] }
    | undefined;

const openTopic = (serverId: string, headers: Record<string, string>) =>
  app.http.inject({ url: `/api/events?topics=servers.setup/${serverId}`, headers, payloadAsStream: true });

describe('the set-up of a server', () => {
  it('is what its agent reports, live', async () => {
    const server = await addTestServer(app);
    expect(await readSetup(app.ctx, server.id)).toEqual({ isConnected: false, checks: null });
    const capabilities = { can: [], cannot: [], checks: [rcon, log] };
    const agent = await connectTestAgent(app, { token: server.token, hello: { capabilities } });
    expect(await readSetup(app.ctx, server.id)).toEqual({ isConnected: true, checks: [rcon, log] });
    const fixed = { ...rcon, problem: null };
    await agent.sendEvents({ type: 'server.capabilities', data: { can: [], cannot: [], checks: [fixed, log] } });
    await expect.poll(() => lastHeard(server.id)).toEqual({ isConnected: true, checks: [fixed, log] });
  });

  it('is for its admins alone, since it names paths of the machine', async () => {
    const server = await addTestServer(app);
    const capabilities = { can: [], cannot: [], checks: [rcon, log] };
    await connectTestAgent(app, { token: server.token, hello: { capabilities } });
    const url = `/api/ark/servers/${server.id}/details`;
    const details = await app.http.inject({ url, headers: admin.headers });
    expect(details.json<{ data: object }>().data).toMatchObject({ capabilities: { can: [], cannot: [] } });
    expect(details.body).not.toContain('/srv/ark');
    expect(JSON.stringify(heard.filter(({ channel }) => channel === `servers.state/${server.id}`))).not.toContain(
      '/srv',
    );
    expect((await openTopic(server.id, member.headers)).statusCode).toBe(403);
    const stream = await openTopic(server.id, admin.headers);
    expect(stream.statusCode).toBe(200);
    stream.stream().destroy();
  });

  it('says that the agent is of the other game, until it is not', async () => {
    const server = await addTestServer(app);
    const socket = await openSocket(await agentUrl(app), server.token);
    const params = { ...defaultHello(), game: 'ase' };
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'hello', params }));
    await expect.poll(() => lastHeard(server.id)?.checks).toMatchObject([{ about: 'agent', problem: 'wrongGame' }]);
    await connectTestAgent(app, { token: server.token });
    expect(await readSetup(app.ctx, server.id)).toEqual({ isConnected: true, checks: null });
  });

  it('says how wrong the clock is, also after the next report', async () => {
    const server = await addTestServer(app);
    const capabilities = { can: [], cannot: [], checks: [log] };
    const now = new Date(Date.now() - 90_000).toISOString();
    const agent = await connectTestAgent(app, { token: server.token, hello: { capabilities, now } });
    const clock = { about: 'clock', problem: 'clockDiffers', detail: expect.stringMatching(/9\d s behind/) as string };
    expect((await readSetup(app.ctx, server.id)).checks).toEqual([clock, log]);
    await agent.sendEvents({ type: 'server.capabilities', data: { can: [], cannot: [], checks: [rcon, log] } });
    expect((await readSetup(app.ctx, server.id)).checks).toEqual([clock, rcon, log]);
  });

  it('takes what newer agents report as far as it knows it', async () => {
    const server = await addTestServer(app);
    const checks = [
      { about: 'moon', problem: 'full', detail: null },
      { about: 'save', problem: 'eaten', detail: 'By a Rex.' },
      log,
      log,
    ];
    const capabilities = { can: [], cannot: [], checks } as never;
    await connectTestAgent(app, { token: server.token, hello: { capabilities } });
    const save = { about: 'save', problem: 'other', detail: 'By a Rex.' };
    expect((await readSetup(app.ctx, server.id)).checks).toEqual([log, save]);
  });
});
