import { agentErrors } from '@tribehall/contract/agent/agent.contract';
import { describe, expect, it } from 'vitest';
import { ann, bob, failure, outcome, setUp } from './command.fixture.ts';

describe('a ban', () => {
  it('is confirmed by the list of the game, also of someone who is offline', async () => {
    const { send, sent, world } = await setUp({
      online: [],
      onCommand({ command }) {
        if (command.startsWith('BanPlayer ')) world.banned.add(command.slice('BanPlayer '.length));
        return false;
      },
    });
    expect(await send('players.ban', { playerId: ann })).toEqual(outcome('confirmed'));
    expect(sent()).toEqual([`BanPlayer ${ann}`]);
  });

  it('is confirmed by the player being gone', async () => {
    const { send, world } = await setUp({
      hasBanList: false,
      onCommand({ command }) {
        if (command.startsWith('BanPlayer')) world.online = [bob];
        return false;
      },
    });
    expect(await send('players.ban', { playerId: ann })).toEqual(outcome('confirmed'));
  });

  it('is confirmed at once where the game replies so, and lifted in the same way', async () => {
    const { send, sent } = await setUp({
      hasBanList: false,
      onCommand({ command, respond }) {
        const [verb = '', id = ''] = command.split(' ');
        if (!verb.endsWith('banPlayer') && verb !== 'BanPlayer') return false;
        respond(`${id} ${verb === 'BanPlayer' ? 'Banned' : 'Unbanned'} \n `);
        return true;
      },
    });
    expect(await send('players.ban', { playerId: ann })).toEqual(outcome('confirmed'));
    expect(await send('players.unban', { playerId: ann })).toEqual(outcome('confirmed'));
    expect(sent()).toEqual([`BanPlayer ${ann}`, `UnbanPlayer ${ann}`]);
  });

  it('is only sent where nothing shows it', async () => {
    const { send } = await setUp({ hasBanList: false });
    expect(await send('players.ban', { playerId: ann })).toEqual(outcome('sent'));
  });

  it('with a connection that breaks leaves the outcome open', async () => {
    const { send } = await setUp({
      onCommand({ command, socket }) {
        if (command.startsWith('BanPlayer')) socket.destroy();
        return command.startsWith('BanPlayer');
      },
    });
    expect(await send('players.ban', { playerId: ann })).toMatchObject(failure(agentErrors.unknownOutcome));
  });

  it('is lifted, and that is confirmed by the list too', async () => {
    const { send, sent, world } = await setUp({
      banned: new Set([ann]),
      onCommand({ command }) {
        if (command.startsWith('UnbanPlayer ')) world.banned.delete(command.slice('UnbanPlayer '.length));
        return false;
      },
    });
    expect(await send('players.unban', { playerId: ann })).toEqual(outcome('confirmed'));
    expect(sent()).toEqual([`UnbanPlayer ${ann}`]);
    world.hasBanList = false;
    expect(await send('players.unban', { playerId: ann })).toEqual(outcome('sent'));
  });
});
