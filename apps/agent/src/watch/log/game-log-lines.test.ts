import { expect, it } from 'vitest';
import type { LogLine } from '../../log/log-ring.ts';
import { createGameLogLines } from './game-log-lines.ts';

const now = new Date('2026-07-25T12:00:00.000Z');
const at = (time: string) => new Date(`2026-07-25T${time}Z`);

function collect() {
  const lines: LogLine[] = [];
  return { lines, game: createGameLogLines({ add: (line) => void lines.push(line) }, () => now) };
}

it('separates chat from the rest, with the time of the file and without its prefix', () => {
  const { lines, game } = collect();
  game.fromFile([
    '\ufeffLog file open, 07/25/26 10:11:12',
    '[2026.07.25-10.11.12:345][  1]2026.07.25_10.11.12: HeloRaptr (Helo): where is the base',
    'it has two lines',
    '[2026.07.25-10.11.13:000][  2]LogNet: Warning: something is odd',
    '[2026.07.25-10.11.14:000][  3]LogNet: Error: something is wrong',
    '[2026.07.25-10.11.15:000][  4]2026.07.25_10.11.15: Bob joined this ARK!',
    '[2026.07.25-10.11.16:000][  5]2026.07.25_10.11.16: SERVER: error: this is only said',
    '',
  ]);
  expect(lines).toEqual([
    { at: now, key: 'game', level: 'info', text: 'Log file open, 07/25/26 10:11:12' },
    { at: at('10:11:12.345'), key: 'chat', level: 'info', text: 'HeloRaptr (Helo): where is the base' },
    { at: at('10:11:12.345'), key: 'chat', level: 'info', text: 'it has two lines' },
    { at: at('10:11:13.000'), key: 'game', level: 'warn', text: 'LogNet: Warning: something is odd' },
    { at: at('10:11:14.000'), key: 'game', level: 'error', text: 'LogNet: Error: something is wrong' },
    { at: at('10:11:15.000'), key: 'game', level: 'info', text: 'Bob joined this ARK!' },
    { at: at('10:11:16.000'), key: 'chat', level: 'info', text: 'SERVER: error: this is only said' },
  ]);
});

it('takes what the game hands out where there is no log', () => {
  const { lines, game } = collect();
  game.fromRcon(['HeloRaptr (Helo): hello\nthere', 'Bob joined this ARK!']);
  expect(lines.map(({ key, text, at }) => [key, text, at])).toEqual([
    ['chat', 'HeloRaptr (Helo): hello\nthere', now],
    ['game', 'Bob joined this ARK!', now],
  ]);
});
