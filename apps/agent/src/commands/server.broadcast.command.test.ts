import { rpcErrors } from '@tribehall/contract/agent/json-rpc';
import { describe, expect, it } from 'vitest';
import type { createEchoes } from '../watch/chat/chat-memory.ts';
import { failure, setUp } from './command.fixture.ts';

describe('a broadcast', () => {
  it('uses the command that the game shows, in its letters', async () => {
    const evolved = await setUp({}, { game: 'ase' });
    expect(await evolved.send('server.broadcast', { text: 'Neustart: 5 Minuten – schön' })).toEqual({ result: {} });
    expect(evolved.sent()).toEqual(['Broadcast Neustart: 5 Minuten - schon']);
    const ascended = await setUp({}, { game: 'asa' });
    await ascended.send('server.broadcast', { text: 'schön | DoExit' });
    expect(ascended.sent()).toEqual(['ServerChat schön : DoExit']);
  });

  it('is known again where the game repeats it, and only there', async () => {
    for (const [game, isEcho] of [
      ['ase', false],
      ['asa', true],
    ] as const) {
      const { send, ctx } = await setUp({}, { game });
      await send('server.broadcast', { text: 'restart' });
      expect((ctx.echoes as ReturnType<typeof createEchoes>).isEcho('restart')).toBe(isEcho);
    }
  });

  it('that is long goes on in rows that are marked', async () => {
    const { send, sent } = await setUp({}, { game: 'ase' });
    await send('server.broadcast', { text: 'word '.repeat(90) });
    expect(sent().length).toBeGreaterThan(1);
    for (const row of sent().slice(1)) expect(row).toMatch(/^Broadcast \.\.\. /);
    for (const row of sent()) expect(row.length).toBeLessThanOrEqual('Broadcast '.length + 200);
  });

  it('without a text is refused', async () => {
    const { send, sent } = await setUp();
    for (const text of ['', ' ', '\u200b']) {
      expect(await send('server.broadcast', { text })).toMatchObject(failure(rpcErrors.invalidParams));
    }
    expect(sent()).toEqual([]);
  });
});
