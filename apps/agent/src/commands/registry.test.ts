import { commandNames } from '@tribehall/contract/agent/commands';
import { agentErrors } from '@tribehall/contract/agent/agent.contract';
import { rpcErrors } from '@tribehall/contract/agent/json-rpc';
import { describe, expect, it, vi } from 'vitest';
import { closedPort, type Exchange } from '../rcon/game-server.fixture.ts';
import { ann, bob, failure, setUp } from './command.fixture.ts';
import { findCapabilities } from './registry.ts';

describe('asking', () => {
  it('measures the way to the game', async () => {
    const { send, server } = await setUp();
    expect(await send('server.ping')).toEqual({ result: { roundTripMs: expect.any(Number) as number } });
    expect(server.commands).toContain('ListPlayers');
  });

  it('lists who is online', async () => {
    const { send } = await setUp();
    expect(await send('players.list')).toEqual({
      result: [
        { id: ann, name: 'Player 0' },
        { id: bob, name: 'Player 1' },
      ],
    });
  });

  it('fails at once while the game is offline', async () => {
    const { send } = await setUp({}, { port: await closedPort() });
    for (const name of ['server.ping', 'players.list'] as const) {
      expect(await send(name)).toMatchObject(failure(agentErrors.gameOffline));
    }
    expect(await send('players.ban', { playerId: ann })).toMatchObject(failure(agentErrors.gameOffline));
  });
});

describe('a save of the world', () => {
  it.each(['', 'World Saved \n '])('is wanted of the game, whatever it replies (%j), and looked for', async (reply) => {
    const { send, sent, world } = await setUp({
      onCommand({ command, respond }) {
        if (command === 'SaveWorld') respond(reply);
        return command === 'SaveWorld';
      },
    });
    expect(await send('server.saveWorld', {})).toEqual({ result: {} });
    expect(sent()).toEqual(['SaveWorld']);
    expect(world.hurriedSaves).toBe(1);
  });

  it('may be on its way where the reply was lost', async () => {
    const { send, world } = await setUp({
      onCommand({ socket }) {
        socket.destroy();
        return true;
      },
    });
    expect(await send('server.saveWorld', {})).toMatchObject(failure(agentErrors.unknownOutcome));
    expect(world.hurriedSaves).toBe(1);
  });
});

describe('pings', () => {
  it('that come while one is under way share its reply', async () => {
    const held: Exchange[] = [];
    let isHolding = true;
    const { send, server } = await setUp({ onCommand: (exchange) => isHolding && held.push(exchange) > 0 });
    const first = send('server.ping');
    await vi.waitFor(() => expect(held).toHaveLength(1));
    const others = Array.from({ length: 20 }, () => send('server.ping'));
    held[0]?.respond('No Players Connected');
    const response = await first;
    expect(response).toHaveProperty('result');
    for (const other of others) expect(await other).toEqual(response);
    expect(server.commands).toEqual(['ListPlayers']);

    isHolding = false;
    expect(await send('server.ping')).toHaveProperty('result');
    expect(server.commands).toEqual(['ListPlayers', 'ListPlayers']);
  });

  it('wait until moderation is through', async () => {
    const held: Exchange[] = [];
    const { send, server } = await setUp({
      banned: new Set(),
      onCommand: (exchange) => exchange.command.startsWith('ServerChat') && held.push(exchange) > 0,
    });
    const chat = send('chat.say', { text: 'hi' });
    await vi.waitFor(() => expect(held).toHaveLength(1));
    const asked = [send('server.ping'), send('players.unban', { playerId: ann }), chat];
    held[0]?.respond('');
    for (const response of await Promise.all(asked)) expect(response).toHaveProperty('result');
    expect(server.commands).toEqual(['ServerChat hi', `UnbanPlayer ${ann}`, 'ListPlayers']);
  });

  it('fail together where the game does not reply, and the next one asks again', async () => {
    const { send, world, server } = await setUp({
      onCommand({ socket }) {
        socket.destroy();
        return true;
      },
    });
    const failed = await Promise.all([send('server.ping'), send('server.ping')]);
    for (const response of failed) expect(response).toMatchObject(failure(agentErrors.gameOffline));
    expect(server.commands).toHaveLength(1);
    delete world.onCommand;
    await vi.waitFor(async () => expect(await send('server.ping')).toHaveProperty('result'));
  });
});

describe('the code of a server', () => {
  it('is shown in the log, on one line', async () => {
    const { send, log } = await setUp();
    expect(await send('server.showCode', { code: '123456\n\u001b[2Jx' })).toEqual({ result: {} });
    expect(log.sentences).toEqual(['code 123456 x']);
    expect(await send('server.showCode', { code: '\u0000' })).toMatchObject(failure(rpcErrors.invalidParams));
  });
});

describe('capabilities', () => {
  it('name every command once, with a reason for what cannot be done', async () => {
    const { ctx } = await setUp();
    const { can, cannot } = findCapabilities({ ...ctx, whyNoArkIds: () => 'No folder.' });
    expect([...can, ...cannot.map(({ command }) => command)].toSorted()).toEqual(commandNames.toSorted());
    expect(cannot).toEqual([{ command: 'players.kill', reason: 'No folder.' }]);
  });

  it('are few where the password is wrong', async () => {
    const { ctx } = await setUp();
    const { can } = findCapabilities({ ...ctx, rcon: { ...ctx.rcon, state: () => ({ state: 'refused', since: 0 }) } });
    // These do not ask the game.
    expect(can).toEqual(['server.showCode', 'lists.read', 'agent.update']);
  });
});
