import { errorText, type ErrorCode } from '@tribehall/contract';
import type { agentErrors } from '@tribehall/contract/agent/agent.contract';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../errors.ts';
import { connectTestAgent, CommandError, type CommandHandlers } from '../../testing/test-agent.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { openPortal } from './agents.fixture.ts';
import { sendCommand } from './agents.service.ts';

const app = await createTestApp();
const hasty = openPortal(app, { deadlineMs: () => 100 });
const playerId = '76561198000000001';

async function openServer(commands: CommandHandlers, at: Parameters<typeof connectTestAgent>[0] = app) {
  const server = await addTestServer(app);
  return { id: server.id, agent: await connectTestAgent(at, { token: server.token, commands: commands }) };
}

const ping = (roundTripMs: number): CommandHandlers => ({ 'server.ping': () => ({ roundTripMs }) });

/** A reply that the test sends when it wants to. */
function createGate() {
  const open: ((value: unknown) => void)[] = [];
  const opened = new Promise<unknown>((resolve) => open.push(resolve));
  return { opened, open: (value: unknown) => open.forEach((resolve) => resolve(value)) };
}

/** What a command fails with. */
async function refusal(work: Promise<unknown>): Promise<{ code: ErrorCode; message: string }> {
  const error: unknown = await work.then(
    () => new Error('It did not fail.'),
    (failed: unknown) => failed,
  );
  if (error instanceof AppError) return { code: error.code, message: error.message };
  throw error;
}

describe('a command', () => {
  it('reaches the agent as it was given, and its reply comes back', async () => {
    const { id, agent } = await openServer({ 'players.kill': () => ({ outcome: 'confirmed', more: 'is left out' }) });
    const params = { playerId, instigator: '76561198000000002' };
    expect(await sendCommand(app.ctx, id, 'players.kill', params)).toEqual({ outcome: 'confirmed' });
    expect(agent.received).toEqual([{ command: 'players.kill', params }]);
  });

  it('to a server that nothing is connected for fails at once', async () => {
    const server = await addTestServer(app);
    const offline = { code: 'SERVER_OFFLINE', message: errorText.SERVER_OFFLINE };
    expect(await refusal(sendCommand(app.ctx, server.id, 'server.ping', {}))).toEqual(offline);
    expect(await refusal(sendCommand(app.ctx, 'links.*.>', 'server.ping', {}))).toEqual(offline);
  });

  it('to an agent that stays silent fails at the deadline, and a late reply harms nobody', async () => {
    const late = createGate();
    let count = 0;
    const { id } = await openServer(
      {
        'server.ping': () => (count++ === 0 ? late.opened : { roundTripMs: 2 }),
        'chat.say': () => new Promise(() => {}),
      },
      hasty,
    );
    expect(await refusal(sendCommand(app.ctx, id, 'server.ping', {}))).toMatchObject({
      code: 'SERVER_OFFLINE',
      message: expect.stringContaining("isn't responding") as string,
    });
    late.open({ roundTripMs: 1 });
    expect(await sendCommand(app.ctx, id, 'server.ping', {})).toEqual({ roundTripMs: 2 });
  });

  it.each([
    ['gameOffline', 'SERVER_OFFLINE', "The agent is connected, but the game isn't responding."],
    ['playerOffline', 'PLAYER_OFFLINE', errorText.PLAYER_OFFLINE],
    ['notSupported', 'NOT_SUPPORTED', 'No   mod is there.'],
    ['busy', 'UNAVAILABLE', 'The server is busy. Try again in a moment.'],
    ['timeout', 'SERVER_OFFLINE', "The server isn't responding. The command may still be carried out."],
    ['unknownOutcome', 'UNAVAILABLE', 'The connection was lost. The command may or may not have been carried out.'],
  ] satisfies [keyof typeof agentErrors, ErrorCode, string][])(
    'that the agent refuses with %s fails so',
    async (name, code, message) => {
      const { id } = await openServer({
        'players.ban': () => {
          throw new CommandError(name, 'No \u0007\u202emod is there.');
        },
      });
      expect(await refusal(sendCommand(app.ctx, id, 'players.ban', { playerId }))).toEqual({ code, message });
    },
  );

  it('that the agent does not know is not supported; one that breaks it is not its caller’s fault', async () => {
    const { id } = await openServer({
      'chat.say': () => {
        throw new Error('at secret.ts:1');
      },
    });
    expect((await refusal(sendCommand(app.ctx, id, 'server.saveWorld', {}))).code).toBe('NOT_SUPPORTED');
    const failed = await refusal(sendCommand(app.ctx, id, 'chat.say', { text: 'hi' }));
    expect(failed).toMatchObject({ code: 'UNAVAILABLE' });
    expect(failed.message).not.toContain('secret');
  });

  it('answered with nonsense fails, and the log says so', async () => {
    const { id } = await openServer({ 'server.ping': () => ({ roundTripMs: 'soon' }) });
    expect((await refusal(sendCommand(app.ctx, id, 'server.ping', {}))).code).toBe('UNAVAILABLE');
    expect(app.logged.join('')).toContain('An agent sent an invalid reply');
  });

  it('says that its outcome is not known when the connection breaks meanwhile', async () => {
    const { id, agent } = await openServer({ 'players.kill': () => new Promise(() => {}) });
    const failed = refusal(sendCommand(app.ctx, id, 'players.kill', { playerId }));
    await expect.poll(() => agent.received).toHaveLength(1);
    agent.cut();
    expect(await failed).toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('may or may not have been') as string,
    });
  });

  it('is one of fifty at most that are under way to one agent', async () => {
    const gate = createGate();
    const { id, agent } = await openServer({ 'players.kill': () => gate.opened });
    let refusals = 0;
    const commands = Array.from({ length: 60 }, () => sendCommand(app.ctx, id, 'players.kill', { playerId }));
    for (const one of commands) one.catch(() => (refusals += 1));
    const settled = Promise.allSettled(commands);
    await expect.poll(() => refusals).toBe(10);
    expect(agent.received).toHaveLength(50);
    gate.open({ outcome: 'sent' });
    const results = await settled;
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(50);
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as AppError] : []));
    expect(new Set(refused.map((error) => error.code))).toEqual(new Set(['UNAVAILABLE']));
  });

  it('of a moderator gets a slot when others pile up', async () => {
    const gate = createGate();
    const { id, agent } = await openServer({
      'server.ping': () => gate.opened,
      'players.kill': () => ({ outcome: 'sent' }),
    });
    let refusals = 0;
    const pings = Array.from({ length: 60 }, () => sendCommand(app.ctx, id, 'server.ping', {}));
    for (const one of pings) one.catch(() => (refusals += 1));
    await expect.poll(() => refusals).toBe(20);
    expect(agent.received).toHaveLength(40);
    expect(await sendCommand(app.ctx, id, 'players.kill', { playerId })).toEqual({ outcome: 'sent' });
    gate.open({ roundTripMs: 1 });
    await Promise.allSettled(pings);
  });

  it('finds the connection at another portal, and only the newest of two', async () => {
    const server = await addTestServer(app);
    const other = openPortal(app);
    const old = await connectTestAgent(other, { token: server.token, commands: ping(1) });
    expect(await sendCommand(app.ctx, server.id, 'server.ping', {})).toEqual({ roundTripMs: 1 });
    await connectTestAgent(app, { token: server.token, commands: ping(2) });
    expect(await sendCommand(app.ctx, server.id, 'server.ping', {})).toEqual({ roundTripMs: 2 });
    expect(old.received).toHaveLength(1);
  });
});
