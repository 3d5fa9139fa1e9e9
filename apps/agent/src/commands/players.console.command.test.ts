import { agentErrors } from '@tribehall/contract/agent/agent.contract';
import { rpcErrors } from '@tribehall/contract/agent/json-rpc';
import { describe, expect, it } from 'vitest';
import { ann, bob, failure, setUp } from './command.fixture.ts';

describe('the console', () => {
  it('runs exactly what was typed, with the ids put in, and returns the reply', async () => {
    const { send, sent } = await setUp({
      onCommand({ command, respond }) {
        if (command.startsWith('GiveItem')) respond('one\r\ntwo\u001b[31m\u0000 \n ');
        return command.startsWith('GiveItem');
      },
    });
    const command = 'GiveItemToPlayer {arkId} "Blueprint" 1 {playerId}';
    expect(await send('players.console', { playerId: ann, command })).toEqual({ result: { output: 'one\ntwo' } });
    expect(sent()).toEqual([`GiveItemToPlayer 827627995 "Blueprint" 1 ${ann}`]);
  });

  it('returns nothing where the game replies with nothing', async () => {
    const { send } = await setUp();
    expect(await send('players.console', { playerId: ann, command: 'SaveWorld' })).toEqual({
      result: { output: '' },
    });
  });

  it('refuses what is no single command', async () => {
    const { send, sent } = await setUp();
    for (const command of ['', ' ', 'a\u2028b']) {
      expect(await send('players.console', { playerId: ann, command })).toMatchObject(failure(rpcErrors.invalidParams));
    }
    expect(await send('players.console', { playerId: bob, command: 'KillPlayer {arkId}' })).toMatchObject(
      failure(agentErrors.notSupported),
    );
    expect(sent()).toEqual([]);
  });
});
