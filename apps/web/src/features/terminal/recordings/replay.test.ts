import { describe, expect, it } from 'vitest';
import { parseCast } from './asciicast.ts';
import { createReplay } from './replay.ts';

const lines = (...rest: unknown[]) =>
  [{ version: 2, command: 'ls', tribehall: { user: 'Olive', cwd: '/srv' } }, ...rest]
    .map((line) => JSON.stringify(line))
    .join('\n');

const end = [3, 'x', JSON.stringify({ code: 4, endedBy: 'itself' })];

describe('a recording', () => {
  it('is read with its times, its end and what it was', () => {
    expect(parseCast(`${lines([0.5, 'o', 'a\u2028\u001b['], [2, 'o', 'b'], end)}\n`)).toEqual({
      user: 'Olive',
      command: 'ls',
      cwd: '/srv',
      events: [
        { at: 0.5, text: 'a\u2028\u001b[' },
        { at: 2, text: 'b' },
      ],
      seconds: 3,
      end: { code: 4, endedBy: 'itself' },
    });
  });

  it.each(['[9.5,"o","half', '[9', '', '{}', '[1,2,3]', 'null'])('is read without a last line %j', (torn) => {
    const cast = parseCast(`${lines([1, 'o', 'a'])}\n${torn}`);
    expect([cast.events, cast.seconds, cast.end]).toEqual([[{ at: 1, text: 'a' }], 1, undefined]);
  });
});

function drawing() {
  const drawn: string[] = [];
  const add = async (text: string) => void drawn.push(text);
  return { drawn, screen: { write: add, writeLine: add } };
}

describe('a replay', () => {
  it('adds what comes next, and draws all of it again to go back', async () => {
    const { drawn, screen } = drawing();
    const replay = createReplay(screen, parseCast(lines([1, 'o', 'one '], [2, 'o', 'two '], end)));
    await replay.showUntil(1.5);
    expect(drawn.join('')).toMatch(/Olive:\/srv\$.* ls\none $/s);
    await replay.showUntil(1.9);
    await replay.showUntil(3);
    expect(drawn.slice(1)).toEqual(['two ', expect.stringContaining('Exit code 4.')]);
    await replay.showUntil(3);
    expect(drawn).toHaveLength(3);
    await replay.showUntil(1);
    expect(drawn.at(-1)?.startsWith('\x18\x1bc')).toBe(true);
    expect(drawn.at(-1)).toMatch(/ ls\none $/);
    await replay.showUntil(3);
    expect(drawn.at(-1)).toContain('Exit code 4.');
  });

  it('says where a recording was interrupted', async () => {
    const { drawn, screen } = drawing();
    await createReplay(screen, parseCast(lines([1, 'o', 'one']))).showUntil(1);
    expect(drawn.at(-1)).toContain('The recording ends here.');
  });
});
