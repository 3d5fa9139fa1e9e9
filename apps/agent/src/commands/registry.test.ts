import { commandNames } from '@tribehall/contract/commands';
import { linkErrors, rpcErrors } from '@tribehall/contract/link.contract';
import { describe, expect, it } from 'vitest';
import { closedPort } from '../rcon/game-server.fixture.ts';
import { ann, bob, failure, setUp } from './command.fixture.ts';
import { findCapabilities } from './registry.ts';

describe('asking', () => {
  it('measures the way to the game', async () => {
    const { order, server } = await setUp();
    expect(await order('server.ping')).toEqual({ result: { roundTripMs: expect.any(Number) as number } });
    expect(server.commands).toContain('ListPlayers');
  });

  it('lists who is online', async () => {
    const { order } = await setUp();
    expect(await order('players.list')).toEqual({
      result: [
        { id: ann, name: 'Player 0' },
        { id: bob, name: 'Player 1' },
      ],
    });
  });

  it('says at once that the game is offline', async () => {
    const { order } = await setUp({}, { port: await closedPort() });
    for (const name of ['server.ping', 'players.list'] as const) {
      expect(await order(name)).toMatchObject(failure(linkErrors.gameOffline));
    }
    expect(await order('players.ban', { playerId: ann })).toMatchObject(failure(linkErrors.gameOffline));
  });

  it('does not know classes, and says why', async () => {
    const { order } = await setUp();
    expect(await order('server.listClasses', { parentClass: 'x' })).toMatchObject({
      error: { code: linkErrors.notSupported, message: expect.stringContaining('mod') as string },
    });
  });
});

describe('the code of a server', () => {
  it('is shown in the log, on one line', async () => {
    const { order, log } = await setUp();
    expect(await order('server.showCode', { code: '123456\n\u001b[2Jx' })).toEqual({ result: {} });
    expect(log.sentences).toEqual(['code 123456 x']);
    expect(await order('server.showCode', { code: '\u0000' })).toMatchObject(failure(rpcErrors.invalidParams));
  });
});

describe('capabilities', () => {
  it('name every command once, with a reason for what cannot be done', async () => {
    const { ctx } = await setUp();
    const { can, cannot } = findCapabilities({ ...ctx, whyNoArkIds: () => 'No folder.' });
    expect([...can, ...cannot.map(({ command }) => command)].toSorted()).toEqual(commandNames.toSorted());
    expect(cannot).toEqual([
      { command: 'server.listClasses', reason: expect.stringContaining('mod') as string },
      { command: 'players.kill', reason: 'No folder.' },
    ]);
  });

  it('are few where the password is wrong', async () => {
    const { ctx } = await setUp();
    const { can } = findCapabilities({ ...ctx, rcon: { ...ctx.rcon, state: () => ({ state: 'refused', since: 0 }) } });
    expect(can).toEqual(['server.showCode']);
  });
});
