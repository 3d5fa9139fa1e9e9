import { describe, expect, it, vi } from 'vitest';
import { chat, connect, moderation, packet, poll, startGameServer } from './game-server.fixture.ts';

const long = Array.from(
  { length: 9000 },
  (_, index) => `${index}. Survivor, ${76561197960265728n + BigInt(index)}`,
).join('\n');

function header(size: number, id: number, type: number): Buffer {
  const bytes = Buffer.alloc(12);
  [size, id, type].forEach((value, index) => bytes.writeInt32LE(value, index * 4));
  return bytes;
}

describe('frames', () => {
  it('reads a reply of hundreds of kilobytes', async () => {
    const server = await startGameServer({ command: ({ respond }) => respond(long) });

    expect(await connect(server.port).run('ListPlayers', poll)).toBe(long);
  });

  it('reads a reply that comes in single bytes', async () => {
    const server = await startGameServer({
      command({ id, socket }) {
        const bytes = [...packet(id, 0, 'piece by piece')];
        const next = () => {
          const byte = bytes.shift();
          if (byte !== undefined) socket.write(Buffer.of(byte), () => setImmediate(next));
        };
        next();
      },
    });

    expect(await connect(server.port).run('ListPlayers', poll)).toBe('piece by piece');
  });

  it('reads several packets of one segment', async () => {
    const server = await startGameServer({
      command: ({ id, socket }) =>
        void socket.write(Buffer.concat([packet(0, 0, 'Keep Alive'), packet(id, 0, 'mine'), packet(id, 0, 'more')])),
    });
    const client = connect(server.port);

    expect(await client.run('a', poll)).toBe('mine');
    expect(await client.run('b', poll)).toBe('mine');
  });

  it.each([-1, 0, 9, -2_147_483_648, 2_147_483_647, 1024 * 1024 + 1])(
    'gives up a connection that announces %i bytes',
    async (size) => {
      const server = await startGameServer({ command: ({ id, socket }) => void socket.write(header(size, id, 0)) });
      const client = connect(server.port);

      await expect(client.run('ListPlayers', poll)).rejects.toMatchObject({ code: 'closed' });
      await vi.waitFor(() => expect(server.sockets[0]?.destroyed).toBe(true));
    },
  );

  it('gives up a server that speaks something else', async () => {
    const server = await startGameServer({
      connection: (socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
    });
    const client = connect(server.port);

    await expect(client.run('ListPlayers', poll)).rejects.toMatchObject({
      code: 'unreachable',
      message: 'The program at this address does not speak RCON.',
    });
  });
});

describe('silence', () => {
  it('times out, closes, and gives a late reply to nobody', async () => {
    const slow: number[] = [];
    const server = await startGameServer({
      connection: (socket) => slow.forEach((id) => socket.write(packet(id, 0, 'too late'))),
      command({ id, command, respond }) {
        if (command === 'slow') slow.push(id);
        else respond(`echo ${command}`);
      },
    });
    const client = connect(server.port, { limits: { commandMs: 40, retryMs: [5], slowCommandMs: 5000 } });

    await expect(client.run('slow', moderation)).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('may have run'),
    });
    expect(await client.run('next', poll)).toBe('echo next');
    expect(server.sockets).toHaveLength(2);
    expect(server.commands).toEqual(['slow', 'next']);
  });

  it('times out on a reply under a wrong id', async () => {
    const server = await startGameServer({
      command: ({ id, socket }) => void socket.write(packet(id + 1, 0, 'other')),
    });
    const client = connect(server.port, { limits: { commandMs: 40 } });

    await expect(client.run('ListPlayers', poll)).rejects.toMatchObject({ code: 'timeout' });
  });

  it('times out on a reply that trickles in', async () => {
    const server = await startGameServer({
      command({ id, socket }) {
        const bytes = packet(id, 0, 'x'.repeat(100_000));
        let sent = 0;
        const timer = setInterval(() => void socket.write(bytes.subarray(sent, (sent += 1))), 5);
        socket.once('close', () => clearInterval(timer));
      },
    });
    const client = connect(server.port, { limits: { commandMs: 100 } });

    await expect(client.run('ListPlayers', poll)).rejects.toMatchObject({ code: 'timeout' });
  });

  it('sends Keep Alive, which does not prolong the wait', async () => {
    const server = await startGameServer({
      command({ socket }) {
        const timer = setInterval(() => void socket.write(packet(0, 0, 'Keep Alive')), 5);
        socket.once('close', () => clearInterval(timer));
      },
    });
    const client = connect(server.port, { limits: { commandMs: 100 } });

    await expect(client.run('ListPlayers', poll)).rejects.toMatchObject({ code: 'timeout' });
  });

  it('gives a caller its own time', async () => {
    const server = await startGameServer({ command: () => undefined });
    const client = connect(server.port);

    await expect(client.run('ListPlayers', { ...poll, timeoutMs: 30 })).rejects.toMatchObject({ code: 'timeout' });
  });
});

describe('a connection lost in the middle', () => {
  it('leaves the outcome open and never sends the command again', async () => {
    const server = await startGameServer({
      command: ({ command, socket, respond }) => (command === 'BanPlayer' ? void socket.destroy() : respond('')),
    });
    const client = connect(server.port, { limits: { retryMs: [5] } });

    await expect(client.run('BanPlayer', moderation)).rejects.toMatchObject({
      code: 'closed',
      message: expect.stringContaining('may have run'),
    });
    await client.run('ListPlayers', poll);

    expect(server.commands).toEqual(['BanPlayer', 'ListPlayers']);
  });

  it('survives a reset', async () => {
    const server = await startGameServer({ command: ({ socket }) => void socket.resetAndDestroy() });
    const client = connect(server.port);

    await expect(client.run('ListPlayers', poll)).rejects.toMatchObject({ code: 'closed' });
  });

  it('holds waiting commands for the first attempt afterwards', async () => {
    let isBroken = true;
    const server = await startGameServer({
      command({ command, socket, respond }) {
        if (!isBroken) return respond(`echo ${command}`);
        isBroken = false;
        return void socket.destroy();
      },
    });
    const client = connect(server.port, { limits: { retryMs: [5] } });
    const first = client.run('first', chat);
    const second = client.run('ServerChat hi', chat);

    await expect(first).rejects.toMatchObject({ code: 'closed' });
    expect(await second).toBe('echo ServerChat hi');
  });
});
