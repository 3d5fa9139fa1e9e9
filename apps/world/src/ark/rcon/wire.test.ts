import { encodePacket, packetTypes } from '@tribehall/ark/rcon/packets';
import { describe, expect, it, vi } from 'vitest';
import { loggedIn, password, rawClient, startServer } from '../simulated-server.fixture.ts';

describe('login', () => {
  it('replies with one packet and the same id', async () => {
    const server = await startServer();
    const client = await loggedIn(server);
    expect(client.packets).toEqual([{ id: 1, type: 2, body: '' }]);
  });

  it('replies to a wrong password with id -1, and ignores what follows', async () => {
    const server = await startServer();
    const client = await rawClient(server.port);
    await client.logIn('wrong');
    expect(client.packets).toEqual([{ id: -1, type: 2, body: '' }]);
    client.write({ id: 2, body: 'ListPlayers' });
    await (await loggedIn(server)).command('GetChat');
    expect(client.packets).toHaveLength(1);
    expect(server.received).toEqual(['GetChat']);
  });

  it('refuses the right password too, sends an empty packet first, when switched so', async () => {
    const server = await startServer({ switches: { login: 'refused', emptyPacketBeforeLogin: true } });
    const client = await loggedIn(server);
    expect(client.packets).toEqual([
      { id: 1, type: 0, body: '' },
      { id: -1, type: 2, body: '' },
    ]);
  });

  it.each([
    { login: 'silent', wrongPassword: 'refused', given: password },
    { login: 'checked', wrongPassword: 'silent', given: 'wrong' },
  ] as const)('sends no reply when switched so: $login, $wrongPassword', async ({ given, ...switches }) => {
    const server = await startServer({ switches: { ...switches, commandBeforeLogin: 'closes' } });
    const client = await rawClient(server.port);
    client.write({ id: 1, type: packetTypes.login, body: given });
    // Commands run in sequence: once the second has had its effect, both were received.
    client.write({ id: 2, body: 'ListPlayers' });
    await vi.waitFor(() => expect(client.state.isClosed).toBe(true));
    expect(client.packets).toEqual([]);
  });

  it('ignores a command before the login, or closes the connection', async () => {
    const server = await startServer();
    const client = await rawClient(server.port);
    client.write({ id: 5, body: 'ListPlayers' });
    await client.logIn();
    expect(client.packets.map(({ id }) => id)).toEqual([1]);
    server.switches.commandBeforeLogin = 'closes';
    const other = await rawClient(server.port);
    other.write({ id: 5, body: 'ListPlayers' });
    await vi.waitFor(() => expect(other.state.isClosed).toBe(true));
    expect(server.received).toEqual([]);
  });
});

describe('keep-alives', () => {
  it.each([
    ['zero', 0],
    ['previous', 7],
    ['awaited', 8],
  ] as const)('come between request and reply under the id: %s', async (id, expected) => {
    const server = await startServer();
    const client = await loggedIn(server);
    client.write({ id: 7, body: 'GetChat' });
    await client.replyTo(7);
    server.switches.keepAlive = { everyMs: 0, beforeReplyChance: 1, id };
    client.write({ id: 8, body: 'ListPlayers' });
    await vi.waitFor(() => expect(client.packets).toHaveLength(4));
    expect(client.packets.slice(2)).toEqual([
      { id: expected, type: 0, body: 'Keep Alive' },
      { id: 8, type: 0, body: 'No Players Connected \n ' },
    ]);
  });

  it('come by themselves, to those who are logged in', async () => {
    const server = await startServer({ switches: { keepAlive: { everyMs: 10, beforeReplyChance: 0, id: 'zero' } } });
    const stranger = await rawClient(server.port);
    const client = await loggedIn(server);
    await vi.waitFor(() =>
      expect(client.packets.filter(({ body }) => body === 'Keep Alive').length).toBeGreaterThan(2),
    );
    expect(stranger.packets).toEqual([]);
  });
});

describe('quirks of ARK', () => {
  it('drops the second of two commands sent at once', async () => {
    const server = await startServer();
    const client = await loggedIn(server);
    client.write({ id: 2, body: 'ListPlayers' }, { id: 3, body: 'GetChat' });
    await client.replyTo(2);
    await client.command('GetGameLog');
    expect(client.packets.map(({ id }) => id)).not.toContain(3);
  });

  it('replies to both when switched so', async () => {
    const server = await startServer({ switches: { pipelining: 'answered' } });
    const client = await loggedIn(server);
    client.write({ id: 2, body: 'ListPlayers' }, { id: 3, body: 'GetChat' });
    expect((await client.replyTo(2)).body).toContain('No Players');
    expect((await client.replyTo(3)).body).toContain('no response');
  });

  it.each([packetTypes.command, packetTypes.response])('hangs after an empty packet of type %i', async (type) => {
    const server = await startServer();
    const client = await loggedIn(server);
    client.write({ id: 2, body: 'ListPlayers' }, { id: 3, type, body: '' });
    client.write({ id: 4, body: 'ListPlayers' });
    const other = await loggedIn(server);
    await other.command('ListPlayers');
    await other.command('ListPlayers');
    expect(client.packets.map(({ id }) => id)).toEqual([1]);
    expect(client.state.isClosed).toBe(false);
    server.switches.emptyPacket = 'ignored';
    other.write({ id: 3, type, body: '' });
    await other.command('ListPlayers');
  });

  it("replies to a client's own keep-alive with 'no response'", async () => {
    const client = await loggedIn(await startServer());
    client.write({ id: 9, type: packetTypes.response, body: 'KeepAlive' });
    expect(await client.replyTo(9)).toEqual({ id: 9, type: 0, body: 'Server received, But no response!! \n ' });
  });

  it('sends a long reply as one packet in many pieces', async () => {
    const server = await startServer();
    for (let count = 0; count < 120; count += 1) server.join({ platformName: `survivor ${'y'.repeat(20)}` });
    const client = await loggedIn(server);
    const chunksBefore = client.state.chunks;
    const reply = await client.command('ListPlayers');
    expect(Buffer.byteLength(reply)).toBeGreaterThan(4_096);
    expect(reply.trim().split('\n')).toHaveLength(120);
    expect(client.state.chunks - chunksBefore).toBeGreaterThan(2);
  });

  it('sends a long reply as several packets when switched so', async () => {
    const server = await startServer({ switches: { splitsReplies: true } });
    for (let count = 0; count < 120; count += 1) server.join({ platformName: `survivor ${'y'.repeat(20)}` });
    const client = await loggedIn(server);
    const first = await client.command('ListPlayers');
    expect(Buffer.byteLength(first)).toBe(4_096);
  });

  it('cuts every reply when switched so, and keep-alives do not get in between', async () => {
    const keepAlive = { everyMs: 2, beforeReplyChance: 1, id: 'zero' as const };
    const server = await startServer({ switches: { segments: 'all', keepAlive } });
    const client = await loggedIn(server);
    for (let round = 0; round < 20; round += 1) {
      expect(await client.command('ListPlayers')).toBe('No Players Connected \n ');
    }
  });

  it('stops processing commands after too many for too long, until the next start', async () => {
    const server = await startServer({ switches: { flood: { perSecond: 0.1, windowMs: 60_000 } } });
    const client = await loggedIn(server);
    for (let count = 0; count < 6; count += 1) await client.command('GetChat');
    client.write({ id: 2, body: 'ListPlayers' });
    await vi.waitFor(() => expect(server.received).toContain('ListPlayers'));
    const other = await loggedIn(server);
    expect(client.packets.map(({ id }) => id)).not.toContain(2);
    expect(client.state.isClosed).toBe(false);
    expect(other.state.isClosed).toBe(false);
    await server.restart();
    await (await loggedIn(server)).command('ListPlayers');
  });

  it('sends nothing while the game stalls, then closes all connections', async () => {
    const server = await startServer();
    const client = await loggedIn(server);
    const stalled = server.stall(100);
    client.write({ id: 2, body: 'ListPlayers' });
    await stalled;
    await vi.waitFor(() => expect(client.state.isClosed).toBe(true));
    expect(client.packets.map(({ id }) => id)).toEqual([1]);
    await (await loggedIn(server)).command('ListPlayers');
  });

  it('replies late after a stall that disconnects nobody', async () => {
    const server = await startServer({ switches: { stallCloses: false } });
    const client = await loggedIn(server);
    void server.stall(50);
    expect(await client.command('ListPlayers')).toContain('No Players');
  });

  it('closes the connection on a stream without valid packets', async () => {
    const client = await loggedIn(await startServer());
    client.socket.write('GET / HTTP/1.1\r\nHost: example.com\r\n\r\n');
    await vi.waitFor(() => expect(client.state.isClosed).toBe(true));
  });

  it('reads a command that comes in single bytes', async () => {
    const client = await loggedIn(await startServer());
    for (const byte of encodePacket({ id: 6, type: 2, body: 'ListPlayers' })) client.socket.write(Buffer.from([byte]));
    expect((await client.replyTo(6)).body).toContain('No Players');
  });
});

describe('text', () => {
  it('loses everything beyond ASCII on Evolved, both ways', async () => {
    const server = await startServer({ game: 'ase', map: 'TheIsland' });
    server.join({ platformName: 'idée' });
    const client = await loggedIn(server);
    expect(await client.command('ListPlayers')).toMatch(/^0\. id\?e, /);
    await client.command('ServerChat idée');
    expect(await client.command('GetChat')).toBe('SERVER: id??e \n ');
    expect(server.received).toContain('ServerChat idée');
  });

  it('is preserved on Ascended', async () => {
    const client = await loggedIn(await startServer());
    await client.command('ServerChat idée 🦖');
    expect(await client.command('GetChat')).toBe('SERVER: idée 🦖 \n ');
  });

  it('ends a command at NUL, and begins another after a line break or a bar', async () => {
    const server = await startServer({ switches: { commandEnds: 'line-breaks-and-bars' } });
    const client = await loggedIn(server);
    await client.command('ServerChat one\0two');
    expect(await client.command('GetChat')).toBe('SERVER: one \n ');
    expect(await client.command('ServerChat a | GetChat')).toBe('SERVER: a \n ');
    server.switches.commandEnds = 'line-breaks';
    expect(await client.command('ServerChat a | b\r\nGetChat')).toBe('SERVER: a | b \n ');
    server.switches.commandEnds = 'never';
    await client.command('ServerChat a\nGetChat');
    expect(await client.command('GetChat')).toBe('SERVER: a\nGetChat \n ');
  });
});
