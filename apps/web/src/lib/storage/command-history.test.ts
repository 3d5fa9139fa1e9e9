import { describe, expect, it } from 'vitest';
import { browse, nothingTyped, readHistory, typed, withCommand } from './command-history.ts';

describe('the history of commands', () => {
  it('stores the newest 30', () => {
    const many = Array.from({ length: 40 }, (_, index) => `echo ${index}`);
    const history = many.reduce<string[]>(withCommand, []);
    expect(history).toHaveLength(30);
    expect([history[0], history.at(-1)]).toEqual(['echo 10', 'echo 39']);
  });

  it('has a command once in a row', () => {
    expect(['ls', 'ls', 'pwd', 'ls'].reduce<string[]>(withCommand, [])).toEqual(['ls', 'pwd', 'ls']);
  });

  it.each([null, '', '{', '{"a":1}', 'null', '"ls"'])('is empty where the storage holds %o', (text) => {
    expect(readHistory(text)).toEqual([]);
  });

  it('leaves out what is no text, and what is too much', () => {
    expect(readHistory('["ls",5,null,"pwd"]')).toEqual(['ls', 'pwd']);
    expect(readHistory(JSON.stringify(Array.from({ length: 99 }, String)))).toHaveLength(30);
  });
});

describe('browsing', () => {
  const history = ['one', 'two'];

  it('goes up to the oldest and stays there', () => {
    const first = browse(history, nothingTyped, 1);
    const second = browse(history, first, 1);
    expect([first.text, second.text, browse(history, second, 1).text]).toEqual(['two', 'one', 'one']);
  });

  it('comes back down to what was typed', () => {
    const up = browse(history, browse(history, typed('thr'), 1), 1);
    const down = browse(history, up, -1);
    expect([down.text, browse(history, down, -1).text]).toEqual(['two', 'thr']);
    expect(browse(history, typed('thr'), -1).text).toBe('thr');
  });

  it('changes nothing without a history', () => {
    expect(browse([], typed('a'), 1).text).toBe('a');
  });
});
