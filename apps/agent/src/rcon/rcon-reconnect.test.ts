import { describe, expect, it, vi } from 'vitest';
import { chat, closedPort, connect, moderation, packet, poll, startGameServer } from './game-server.fixture.ts';
import type { RconClient } from './rcon-client.ts';

const reaches = (client: RconClient, state: string) => vi.waitFor(() => expect(client.state().state).toBe(state));

describe('a wrong password', () => {
  it('is reported as refused, is not tried again soon, and is written nowhere', async () => {
    const lines: string[] = [];
    const server = await startGameServer();
    const client = connect(server.port, {
      password: 'wrong-canary',
      log: (line) => lines.push(line),
      limits: { retryMs: [1], urgentRetryMs: 0 },
    });
    await expect(client.run('ListPlayers', poll)).rejects.toMatchObject({ code: 'refused' });
    await expect(client.run('BanPlayer', moderation)).rejects.toMatchObject({ code: 'refused' });

    expect(client.state()).toMatchObject({ state: 'refused', reason: 'The game server refused the RCON password.' });
    await reaches(connect(server.port), 'up');
    expect(server.logins).toHaveLength(2);
    expect(JSON.stringify([lines, client.state()])).not.toContain('canary');
  });

  it('is tried again after its own wait, for the server may have got the right one', async () => {
    let isRight = false;
    const server = await startGameServer({
      login: ({ id }, socket) => void socket.write(packet(isRight ? id : -1, 2)),
    });
    const client = connect(server.port, { limits: { refusedRetryMs: 20 } });
    await reaches(client, 'refused');
    isRight = true;

    expect(await vi.waitFor(() => client.run('ListPlayers', poll))).toBe('echo ListPlayers');
  });
});

describe('a server that is not there', () => {
  it('fails what waits for the first attempt, and then at once', async () => {
    const client = connect(await closedPort());

    await expect(client.run('ListPlayers', poll)).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('ECONNREFUSED'),
    });
    await expect(client.run('ServerChat hi', chat)).rejects.toMatchObject({ code: 'unreachable' });
    expect(client.state().state).toBe('unreachable');
  });

  it('is found as soon as it is there', async () => {
    const port = await closedPort();
    const client = connect(port, { limits: { retryMs: [5, 10, 20] } });
    const states: string[] = [];
    client.onState(({ state }) => states.push(state));
    await reaches(client, 'unreachable');
    await startGameServer({}, port);

    await reaches(client, 'up');
    expect(await client.run('ListPlayers', poll)).toBe('echo ListPlayers');
    expect(states).toEqual(['unreachable', 'up']);
  });

  it('is tried at once for a moderator, but not for each of many commands', async () => {
    const port = await closedPort();
    const patient = connect(port, { limits: { retryMs: [600_000], urgentRetryMs: 0 } });
    const weary = connect(port, { limits: { retryMs: [600_000], urgentRetryMs: 600_000 } });
    await Promise.all([reaches(patient, 'unreachable'), reaches(weary, 'unreachable')]);
    const server = await startGameServer({}, port);

    expect(await patient.run('BanPlayer', moderation)).toBe('echo BanPlayer');
    await expect(weary.run('BanPlayer', moderation)).rejects.toMatchObject({ code: 'unreachable' });
    expect(server.sockets).toHaveLength(1);
  });
});

describe('a login without a reply', () => {
  it('times out, and a command that waited for it fails', async () => {
    const server = await startGameServer({ login: () => undefined });
    const client = connect(server.port, { limits: { loginMs: 30 } });

    await expect(client.run('ListPlayers', poll)).rejects.toMatchObject({
      code: 'unreachable',
      message: 'The game server accepted the connection but did not answer the login.',
    });
    await vi.waitFor(() => expect(server.sockets[0]?.destroyed).toBe(true));
  });
});

describe('back-off', () => {
  it('waits longer after each failure, with jitter above the wait', async () => {
    const times: number[] = [];
    const server = await startGameServer({
      connection(socket) {
        times.push(performance.now());
        socket.destroy();
      },
    });
    connect(server.port, { limits: { retryMs: [40, 80, 160] } });
    await vi.waitFor(() => expect(times.length).toBeGreaterThanOrEqual(5));
    const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));

    // Timers of Node may come a millisecond early.
    [40, 80, 160, 160].forEach((wait, index) => expect(waits[index]).toBeGreaterThanOrEqual(wait - 2));
  });

  it('does not hammer a server that takes the login and hangs up', async () => {
    const server = await startGameServer({
      login({ id }, socket) {
        socket.write(packet(id, 2), () => socket.destroy());
      },
    });
    const client = connect(server.port, { limits: { retryMs: [5, 600_000] } });
    await reaches(client, 'unreachable');

    expect(server.sockets).toHaveLength(2);
  });

  it('ends with the client', async () => {
    const server = await startGameServer({ connection: (socket) => void socket.destroy() });
    const client = connect(server.port, { limits: { retryMs: [1] } });
    await reaches(client, 'unreachable');
    await client.close();
    // One that was under way may still arrive; connections arrive in their order.
    await reaches(connect(server.port, { limits: { retryMs: [600_000] } }), 'unreachable');
    const before = server.sockets.length;
    await reaches(connect(server.port, { limits: { retryMs: [600_000] } }), 'unreachable');

    expect(server.sockets).toHaveLength(before + 1);
  });
});

describe('a slow game', () => {
  it('is reported as slow, and as up again after a quick reply', async () => {
    let delayMs = 400;
    const server = await startGameServer({ command: ({ respond }) => void setTimeout(() => respond(''), delayMs) });
    const client = connect(server.port, { limits: { slowReplyMs: 300 } });
    await client.run('late', poll);
    expect(client.state()).toMatchObject({ state: 'slow', reason: 'The game server answers slowly.' });
    delayMs = 0;

    await vi.waitFor(async () => {
      await client.run('quick', poll);
      expect(client.state().state).toBe('up');
    });
  });

  it('gets more time after a command without a reply', async () => {
    let isSilent = true;
    const server = await startGameServer({
      command({ respond }) {
        // Later than a quick game may be.
        if (!isSilent) setTimeout(() => respond('at last'), 120);
        isSilent = false;
      },
    });
    const client = connect(server.port, { limits: { commandMs: 40, retryMs: [5] } });
    await expect(client.run('a', poll)).rejects.toMatchObject({ code: 'timeout' });
    await reaches(client, 'slow');

    expect(await client.run('b', poll)).toBe('at last');
  });
});
