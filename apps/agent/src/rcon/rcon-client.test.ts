import { describe, expect, it, vi } from 'vitest';
import {
  background,
  chat,
  connect,
  moderation,
  packet,
  poll,
  startGameServer,
  type Exchange,
} from './game-server.fixture.ts';

/** A server that holds the commands until the test replies to them. */
async function startHoldingServer() {
  const held: Exchange[] = [];
  const server = await startGameServer({ command: (exchange) => void held.push(exchange) });
  const next = async () => {
    await vi.waitFor(() => expect(held).not.toHaveLength(0));
    return held.shift() as Exchange;
  };
  return { ...server, held, next };
}

const drain = async (server: Awaited<ReturnType<typeof startHoldingServer>>, count: number) => {
  for (let remaining = count; remaining > 0; remaining -= 1) {
    const { command, respond } = await server.next();
    respond(`echo ${command}`);
  }
};

describe('one connection', () => {
  it('runs many commands over one socket, each with its own reply', async () => {
    const server = await startGameServer();
    const client = connect(server.port);
    const commands = Array.from({ length: 30 }, (_, index) => `Say ${index}`);

    const replies = await Promise.all(commands.map((command) => client.run(command, chat)));

    expect(replies).toEqual(commands.map((command) => `echo ${command}`));
    expect(server.sockets).toHaveLength(1);
    expect(client.state()).toMatchObject({ state: 'up' });
  });

  it('has one command in flight', async () => {
    const server = await startHoldingServer();
    const client = connect(server.port);
    const replies = ['a', 'b', 'c'].map((command) => client.run(command, chat));

    const first = await server.next();
    expect(server.commands).toEqual(['a']);
    first.respond('1');
    await replies[0];
    await drain(server, 2);

    expect(await Promise.all(replies)).toEqual(['1', 'echo b', 'echo c']);
    expect(server.held).toHaveLength(0);
  });

  it('gives every packet its own positive id, the login included', async () => {
    const server = await startGameServer();
    const client = connect(server.port);
    await Promise.all(Array.from({ length: 20 }, () => client.run('GetChat', chat)));

    expect(new Set(server.ids).size).toBe(21);
    expect(server.ids.every((id) => id > 0)).toBe(true);
  });
});

describe('the queue', () => {
  it('sends moderation before chat before polls, each first come, first served', async () => {
    const server = await startHoldingServer();
    const client = connect(server.port);
    const first = client.run('first', poll);
    const { respond } = await server.next();
    const commands = [
      client.run('poll 1', poll),
      client.run('chat 1', chat),
      client.run('poll 2', poll),
      client.run('ban 1', moderation),
      client.run('chat 2', chat),
      client.run('ban 2', moderation),
    ];
    respond('');
    await first;
    await drain(server, 6);
    await Promise.all(commands);

    expect(server.commands).toEqual(['first', 'ban 1', 'ban 2', 'chat 1', 'chat 2', 'poll 1', 'poll 2']);
  });

  it('sends a kick before ten bans of the background that wait, and every fourth command of the background', async () => {
    const server = await startHoldingServer();
    const client = connect(server.port, { limits: { commandsPerSecond: 10_000, burst: 10_000 } });
    const bans = Array.from({ length: 11 }, (_, n) => client.run(`ban ${n}`, background));
    const { respond } = await server.next();
    const chats = Array.from({ length: 4 }, (_, n) => client.run(`chat ${n}`, chat));
    const kick = client.run('kick', moderation);
    respond('');
    await drain(server, 15);
    await Promise.all([...bans, ...chats, kick]);

    expect(server.commands.slice(0, 8)).toEqual([
      'ban 0',
      'kick',
      'chat 0',
      'chat 1',
      'chat 2',
      'ban 1',
      'chat 3',
      'ban 2',
    ]);
    expect(server.commands).toHaveLength(16);
  });

  it('sends equal waiting polls once, and gives both the reply', async () => {
    const server = await startHoldingServer();
    const client = connect(server.port);
    const first = client.run('GetChat', poll);
    const inFlight = await server.next();
    const calledOff = new AbortController();
    const waiting = [client.run('GetChat', poll), client.run('GetChat', poll)];
    const aborted = client.run('GetChat', { ...poll, signal: calledOff.signal });
    calledOff.abort();
    await expect(aborted).rejects.toThrow('aborted');

    inFlight.respond('old');
    expect(await first).toBe('old');
    (await server.next()).respond('new');

    expect(await Promise.all(waiting)).toEqual(['new', 'new']);
    expect(server.commands).toEqual(['GetChat', 'GetChat']);
  });

  it('never joins equal commands that do something', async () => {
    const server = await startGameServer();
    const client = connect(server.port);
    await Promise.all([1, 2, 3].map(() => client.run('ServerChat hi', chat)));

    expect(server.commands).toHaveLength(3);
  });
});

describe('limits', () => {
  it('refuses a poll as busy that waits too long, and still runs the others', async () => {
    const server = await startHoldingServer();
    const client = connect(server.port, { limits: { pollWaitMs: 30 } });
    const first = client.run('SaveWorld', moderation);
    const { respond } = await server.next();
    const chatReply = client.run('ServerChat hi', chat);

    await expect(client.run('ListPlayers', poll)).rejects.toMatchObject({ code: 'busy' });

    respond('World Saved');
    await first;
    await drain(server, 1);
    expect(await chatReply).toBe('echo ServerChat hi');
    expect(server.commands).not.toContain('ListPlayers');
  });

  it('refuses what is over the length of its queue as busy', async () => {
    const server = await startHoldingServer();
    const client = connect(server.port, { limits: { maxWaiting: { moderation: 1, chat: 2, poll: 1, background: 1 } } });
    const first = client.run('first', chat);
    const { respond } = await server.next();
    const waiting = [client.run('1', chat), client.run('2', chat), client.run('ban', moderation)];

    await expect(client.run('3', chat)).rejects.toMatchObject({ code: 'busy' });

    respond('');
    await drain(server, 3);
    await Promise.all([first, ...waiting]);
  });

  it('spreads commands over time, moderation excepted', async () => {
    const server = await startGameServer();
    const client = connect(server.port, { limits: { commandsPerSecond: 0.001, burst: 2 } });
    await client.run('poll 1', poll);
    await client.run('poll 2', poll);
    const late = client.run('poll 3', poll).catch((error: unknown) => error);

    await client.run('ban 1', moderation);
    await client.run('ban 2', moderation);

    expect(server.commands).toEqual(['poll 1', 'poll 2', 'ban 1', 'ban 2']);
    await client.close();
    expect(await late).toMatchObject({ code: 'closed' });
  });
});

describe('text', () => {
  it.each(['ServerChat a\nKickPlayer 1', 'a\rb', 'a\0b', 'a\u2028b', 'a\u001b[2Jb', '\ud800'])(
    'refuses %j and sends nothing of it',
    async (command) => {
      const server = await startGameServer();
      const client = connect(server.port);
      await expect(client.run(command, moderation)).rejects.toMatchObject({ name: 'CommandTextError' });
      await client.run('ListPlayers', poll);

      expect(server.commands).toEqual(['ListPlayers']);
    },
  );

  it('sends UTF-8 to ASA', async () => {
    const server = await startGameServer();
    const client = connect(server.port);

    expect(await client.run('ServerChat idée 🦖', chat)).toBe('echo ServerChat idée 🦖');
  });

  it('sends question marks to ASE where letters would be cut down to line breaks or quotes', async () => {
    const server = await startGameServer();
    const client = connect(server.port, { isAsciiOnly: true });

    // Their low bytes are line feed, carriage return, NUL and a quote.
    expect(await client.run('ServerChat Ċ č Ā Ģ 🦖', chat)).toBe('echo ServerChat ? ? ? ? ?');
  });

  it('reads single-byte text of ASE, and UTF-8 of its plugins', async () => {
    const server = await startGameServer({
      command: ({ command, respond }) => respond(Buffer.from('idée\0', command === 'latin' ? 'latin1' : 'utf8')),
    });
    const client = connect(server.port, { isAsciiOnly: true });

    expect(await client.run('latin', poll)).toBe('idée');
    expect(await client.run('utf8', poll)).toBe('idée');
  });
});

describe('calling off', () => {
  it('does not send a command that is cancelled while it waits', async () => {
    const server = await startHoldingServer();
    const client = connect(server.port);
    const first = client.run('first', chat);
    const { respond } = await server.next();
    const calledOff = new AbortController();
    const kill = client.run('KillPlayer 1', { ...moderation, signal: calledOff.signal });
    calledOff.abort();
    await expect(kill).rejects.toThrow('aborted');
    await expect(client.run('never', { ...chat, signal: calledOff.signal })).rejects.toThrow('aborted');
    const last = client.run('last', chat);
    respond('');
    await first;
    await drain(server, 1);
    await last;

    expect(server.commands).toEqual(['first', 'last']);
  });

  it('drops the reply to a command cancelled in flight, and stays connected', async () => {
    const server = await startHoldingServer();
    const client = connect(server.port);
    const calledOff = new AbortController();
    const first = client.run('first', { ...poll, signal: calledOff.signal });
    const { respond } = await server.next();
    const second = client.run('second', poll);
    calledOff.abort();
    await expect(first).rejects.toThrow('aborted');
    respond('for the first');
    await drain(server, 1);

    expect(await second).toBe('echo second');
    expect(server.sockets).toHaveLength(1);
  });

  it('ends everything that waits when it is closed', async () => {
    const server = await startHoldingServer();
    const client = connect(server.port);
    const commands = [client.run('in flight', moderation), client.run('waiting', chat)];
    const outcomes = Promise.allSettled(commands);
    await server.next();
    await client.close();

    expect(await outcomes).toMatchObject([{ reason: { code: 'closed' } }, { reason: { code: 'closed' } }]);
    expect(client.state().state).toBe('closed');
    await expect(client.run('more', moderation)).rejects.toMatchObject({ code: 'closed' });
    await vi.waitFor(() => expect(server.sockets.every(({ destroyed }) => destroyed)).toBe(true));
  });
});

const inPieces = (body: Buffer, size: number) =>
  Array.from({ length: Math.ceil(body.length / size) }, (_, index) => body.subarray(index * size, (index + 1) * size));

describe('a reply in several packets', () => {
  it.each([4_096, 4_000])('of %i bytes is joined, also where a letter is cut in two', async (size) => {
    const text = 'Jürgen the Émile, '.repeat(1_600);
    const server = await startGameServer({
      command({ socket, id, respond }) {
        for (const piece of inPieces(Buffer.from(text), size)) {
          respond(piece);
          socket.write(packet(id, 0, 'Keep Alive'));
        }
      },
    });
    const client = connect(server.port);

    for (const command of ['a', 'b']) expect(await client.run(command, poll)).toBe(text);
    expect(Buffer.byteLength(text)).toBeGreaterThan(30_000);
  });

  it('is whole after a moment where its last packet is full', async () => {
    const text = 'x'.repeat(8_192);
    const server = await startGameServer({
      command: ({ respond }) => inPieces(Buffer.from(text), 4_096).forEach((piece) => respond(piece)),
    });

    expect(await connect(server.port).run('a', poll)).toBe(text);
  });

  it('never takes more memory than a reply may', async () => {
    const piece = Buffer.alloc(4_096, 'x');
    const server = await startGameServer({
      command: ({ respond }) => Array.from({ length: 20 }, () => respond(piece)),
    });
    const client = connect(server.port, { limits: { maxReplyBytes: 40_000 } });

    await expect(client.run('a', poll)).rejects.toMatchObject({ code: 'closed' });
  });
});

describe('packets nobody asked for', () => {
  it('are dropped between request and reply, whatever id they have', async () => {
    const server = await startGameServer({
      command({ id, socket, respond }) {
        for (const foreign of [0, -1, id, id - 1, id + 1]) socket.write(packet(foreign, 0, ' Keep Alive \n'));
        for (const foreign of [0, -1, id - 1, id + 1]) socket.write(packet(foreign, 0, 'for another'));
        socket.write(packet(id, 2, 'no reply'));
        respond('mine');
        socket.write(packet(id, 0, 'twice'));
        socket.write(packet(id + 1, 0, 'before it was asked'));
      },
    });
    const client = connect(server.port);

    for (const command of ['a', 'b', 'c']) expect(await client.run(command, poll)).toBe('mine');
  });

  it('are dropped during the login', async () => {
    const server = await startGameServer({
      connection: (socket) => void socket.write(packet(-1, 2, 'Keep Alive')),
      login({ id }, socket) {
        socket.write(packet(id, 0));
        socket.write(packet(-1, 2, 'keep alive '));
        socket.write(packet(id + 7, 2));
        socket.write(packet(id, 2));
      },
    });
    const client = connect(server.port);

    expect(await client.run('a', poll)).toBe('echo a');
  });
});
