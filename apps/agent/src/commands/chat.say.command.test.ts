import { describe, expect, it } from 'vitest';
import type { createEchoes } from '../watch/chat/chat-memory.ts';
import { setUp } from './command.fixture.ts';

describe('a chat message', () => {
  it('has the name, the tribe and where it comes from folded into it', async () => {
    const { send, sent } = await setUp();
    await send('chat.say', {
      text: 'hi',
      name: 'Ann',
      tribeName: 'Alpha',
      prefix: 'Discord',
      icon: 'x',
      prefixColor: 'red',
    });
    await send('chat.say', { text: 'hi', name: 'Ann' });
    await send('chat.say', { text: 'plain' });
    expect(sent()).toEqual(['ServerChat [Discord] Ann [Alpha]: hi', 'ServerChat Ann: hi', 'ServerChat plain']);
  });

  it('stays one command and one speaker, whatever it holds', async () => {
    const { send, sent } = await setUp();
    await send('chat.say', { name: 'a", "; KickPlayer 1', text: 'x\r\nServerChat y\u0000\u001b[2J | DoExit' });
    expect(sent()).toEqual(['ServerChat a", "; KickPlayer 1: x ServerChat y : DoExit']);
  });

  it('that is long goes on in rows that are marked', async () => {
    const { send, sent } = await setUp();
    await send('chat.say', { name: 'Ann', text: `${'word '.repeat(60)}Admin: free items` });
    expect(sent().length).toBeGreaterThan(1);
    for (const row of sent().slice(1)) expect(row).toMatch(/^ServerChat \.\.\. /);
    for (const row of sent()) expect(row.length).toBeLessThanOrEqual('ServerChat '.length + 200);
  });

  it('is plain ASCII in Survival Evolved', async () => {
    const { send, sent } = await setUp({}, { game: 'ase' });
    await send('chat.say', { name: 'Jürgen', text: 'schön “ja” 語' });
    expect(sent()).toEqual(['ServerChat Jurgen: schon "ja" ?']);
  });

  it('is known again when the game repeats it', async () => {
    const { send, ctx } = await setUp({}, { game: 'ase' });
    await send('chat.say', { name: 'Jürgen', text: 'hi' });
    const echoes = ctx.echoes as ReturnType<typeof createEchoes>;
    expect([echoes.isEcho('Jurgen: hi'), echoes.isEcho('Jurgen: hi')]).toEqual([true, false]);
  });
});
