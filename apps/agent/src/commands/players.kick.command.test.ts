import { agentErrors } from '@tribehall/contract/agent/agent.contract';
import { describe, expect, it } from 'vitest';
import { ann, bob, failure, outcome, setUp } from './command.fixture.ts';

describe('a kick', () => {
  it('is confirmed at once where the game replies so', async () => {
    const { send, sent } = await setUp({
      onCommand({ command, respond }) {
        if (command.startsWith('KickPlayer')) respond(`${ann} Kicked \n `);
        return command.startsWith('KickPlayer');
      },
    });
    expect(await send('players.kick', { playerId: ann, instigator: bob })).toEqual(outcome('confirmed'));
    expect(sent()).toEqual([`KickPlayer ${ann}`]);
  });

  it('is confirmed by the player being gone', async () => {
    const { send, world } = await setUp({
      onCommand({ command }) {
        if (command.startsWith('KickPlayer')) world.online = [bob];
        return false;
      },
    });
    expect(await send('players.kick', { playerId: ann })).toEqual(outcome('confirmed'));
  });

  it('is only sent where the player stays', async () => {
    const { send } = await setUp();
    expect(await send('players.kick', { playerId: ann })).toEqual(outcome('sent'));
  });

  it('goes to the game before anything else where the player is known to be online', async () => {
    const { send, server, ctx } = await setUp();
    expect(await ctx.players.ask({ priority: 'poll' })).toHaveLength(2);
    await send('players.kick', { playerId: ann });
    expect(server.commands.slice(0, 2)).toEqual(['ListPlayers', `KickPlayer ${ann}`]);
  });

  it('is refused for someone who is not there, and nothing is sent', async () => {
    const { send, sent } = await setUp({ online: [bob] });
    expect(await send('players.kick', { playerId: ann })).toMatchObject(failure(agentErrors.playerOffline));
    expect(sent()).toEqual([]);
  });
});
