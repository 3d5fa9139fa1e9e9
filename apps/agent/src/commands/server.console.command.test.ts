import { agentErrors } from '@tribehall/contract/agent/agent.contract';
import { rpcErrors } from '@tribehall/contract/agent/json-rpc';
import { describe, expect, it } from 'vitest';
import { ann, failure, setUp } from './command.fixture.ts';
import { runLogged } from './registry.ts';

describe('the console of the server', () => {
  it('runs exactly what was typed and returns the reply as text', async () => {
    const { send, sent } = await setUp({
      onCommand({ command, respond }) {
        if (command.startsWith('GetTribe')) respond('one\r\ntwo\u001b[31m\u0000 \n ');
        return command.startsWith('GetTribe');
      },
    });
    expect(await send('server.console', { command: ' GetTribeIdPlayerList {playerId} "x" | y ' })).toEqual({
      result: { output: 'one\ntwo' },
    });
    expect(await send('server.console', { command: 'DestroyWildDinos' })).toEqual({ result: { output: '' } });
    expect(sent()).toEqual(['GetTribeIdPlayerList {playerId} "x" | y', 'DestroyWildDinos']);
  });

  it('refuses what is no single command', async () => {
    const { send, sent } = await setUp();
    for (const command of ['', ' ', 'a\u2028b', 'a\nb', 'a\rb']) {
      expect(await send('server.console', { command })).toMatchObject(failure(rpcErrors.invalidParams));
    }
    expect(sent()).toEqual([]);
  });

  it('leaves the outcome open where the connection breaks', async () => {
    const { send } = await setUp({
      onCommand({ socket }) {
        socket.destroy();
        return true;
      },
    });
    expect(await send('server.console', { command: 'DoExit' })).toMatchObject(failure(agentErrors.unknownOutcome));
  });

  it('is logged with the one who typed, but not with what was typed', async () => {
    const { ctx, log } = await setUp();
    const execution = { signal: new AbortController().signal, isSent: false };
    await runLogged(ctx, 'server.console', { command: 'SetAdminPassword x', instigator: ann }, execution);
    expect(log.sentences).toEqual([`info server.console on behalf of ${ann}: done.`]);
  });
});
