import { agentErrors } from '@tribehall/contract/agent/agent.contract';
import { describe, expect, it } from 'vitest';
import { ann, bob, failure, outcome, setUp } from './command.fixture.ts';

describe('a kill', () => {
  it('uses the number of the game and is confirmed by the log', async () => {
    const { send, sent, deaths } = await setUp({
      onCommand({ command }) {
        if (command.startsWith('KillPlayer')) {
          deaths.notice({ kind: 'killed', victim: 'Somebody', text: '' });
          deaths.notice({ kind: 'killed', victim: 'Annie', text: '' });
        }
        return false;
      },
    });
    expect(await send('players.kill', { playerId: ann, instigator: bob })).toEqual(outcome('confirmed'));
    expect(sent()).toEqual(['KillPlayer 827627995']);
  });

  it('is only sent where no death is seen', async () => {
    const { send } = await setUp();
    expect(await send('players.kill', { playerId: ann })).toEqual(outcome('sent'));
  });

  it('is not confirmed by a death that could be of another', async () => {
    const { send, deaths } = await setUp({
      arkIds: new Map([
        [ann, '1'],
        [bob, '2'],
      ]),
      onCommand({ command }) {
        if (command.startsWith('KillPlayer')) deaths.notice({ kind: 'killed', victim: 'Annie', text: '' });
        return false;
      },
    });
    expect(await send('players.kill', { playerId: ann })).toEqual(outcome('sent'));
  });

  it('is refused without the number, saying what to do', async () => {
    const { send, sent } = await setUp();
    expect(await send('players.kill', { playerId: bob })).toMatchObject({
      error: { code: agentErrors.notSupported, message: expect.stringContaining('next world save') as string },
    });
    expect(sent()).toEqual([]);
  });

  it('is refused for someone who is not there', async () => {
    const { send } = await setUp({ online: [] });
    expect(await send('players.kill', { playerId: ann })).toMatchObject(failure(agentErrors.playerOffline));
  });
});
