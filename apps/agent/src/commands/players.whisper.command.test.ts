import { agentErrors } from '@tribehall/contract/agent/agent.contract';
import { rpcErrors } from '@tribehall/contract/agent/json-rpc';
import { describe, expect, it } from 'vitest';
import { ann, bob, failure, outcome, setUp } from './command.fixture.ts';

describe('a whisper', () => {
  it('goes to the player by id, and is confirmed while the player is there', async () => {
    const { send, sent, log } = await setUp();
    expect(await send('players.whisper', { playerId: ann, text: 'Your code is 424242' })).toEqual(outcome('confirmed'));
    expect(sent()).toEqual([`ServerChatTo "${ann}" Your code is 424242`]);
    expect(log.sentences.join()).not.toContain('424242');
  });

  it('is only sent when the player went offline meanwhile', async () => {
    const { send, world } = await setUp({
      onCommand({ command }) {
        if (command.startsWith('ServerChatTo')) world.online = [bob];
        return false;
      },
    });
    expect(await send('players.whisper', { playerId: ann, text: 'hi' })).toEqual(outcome('sent'));
  });

  it('is refused for someone who is not there, and nothing is sent', async () => {
    const { send, sent } = await setUp({ online: [bob] });
    expect(await send('players.whisper', { playerId: ann, text: 'hi' })).toMatchObject(
      failure(agentErrors.playerOffline),
    );
    expect(sent()).toEqual([]);
  });

  it('of several lines comes in rows, each one command, in the letters of the game', async () => {
    const { send, sent } = await setUp({}, { game: 'ase' });
    await send('players.whisper', { playerId: ann, text: 'Grüße\r\n"; KickPlayer 1\u0000\u2028zwei | drei' });
    expect(sent()).toEqual([
      `ServerChatTo "${ann}" Grusse`,
      `ServerChatTo "${ann}" ... "; KickPlayer 1`,
      `ServerChatTo "${ann}" ... zwei : drei`,
    ]);
  });

  it.each([' ', '\n'])('marks every row after the first, wherever %j puts the next one', async (cut) => {
    const { send, sent } = await setUp();
    for (const length of [190, 195, 196, 199, 200, 201]) {
      await send('players.whisper', { playerId: ann, text: `${'x'.repeat(length)}${cut}Mail from Olive: come` });
    }
    const rows = sent().map((command) => command.replace(`ServerChatTo "${ann}" `, ''));
    expect(rows.filter((row) => row.startsWith('... ')).length).toBeGreaterThanOrEqual(6);
    for (const row of rows) {
      expect(row).toMatch(/^(x|\.\.\. )/);
      expect(row.length).toBeLessThanOrEqual(200);
    }
  });

  it('without a text is refused', async () => {
    const { send } = await setUp();
    expect(await send('players.whisper', { playerId: ann, text: ' \n\u0000 ' })).toMatchObject(
      failure(rpcErrors.invalidParams),
    );
  });

  it('with a key is shown once, however often it is sent, also by another process', async () => {
    const { send, sent, world } = await setUp();
    const params = { playerId: ann, text: 'mail', key: 'mail-7' };
    const both = await Promise.all([send('players.whisper', params), send('players.whisper', params)]);
    expect(both).toEqual([outcome('confirmed'), outcome('confirmed')]);
    expect(sent()).toHaveLength(1);
    const later = await setUp({ notes: world.notes });
    expect(await later.send('players.whisper', params)).toEqual(outcome('confirmed'));
    expect(later.sent()).toEqual([]);
  });

  it('with a key that failed before anything was sent may be tried again', async () => {
    const { send, world } = await setUp({ online: [] });
    const params = { playerId: ann, text: 'mail', key: 'mail-7' };
    expect(await send('players.whisper', params)).toMatchObject(failure(agentErrors.playerOffline));
    world.online = [ann];
    expect(await send('players.whisper', params)).toEqual(outcome('confirmed'));
  });

  it('with a key whose outcome is unknown is not shown again', async () => {
    const cut = await setUp({
      onCommand({ command, socket }) {
        if (command.startsWith('ServerChatTo')) socket.destroy();
        return command.startsWith('ServerChatTo');
      },
    });
    const params = { playerId: ann, text: 'mail', key: 'mail-7' };
    expect(await cut.send('players.whisper', params)).toMatchObject(failure(agentErrors.unknownOutcome));
    const later = await setUp({ notes: cut.world.notes });
    expect(await later.send('players.whisper', params)).toMatchObject(failure(agentErrors.unknownOutcome));
    expect(later.sent()).toEqual([]);
  });
});
