import { beforeEach, expect, it } from 'vitest';
import { addRecent, readRecent } from './recent-items.ts';

const key = 'recentlyOpened/u1';
const player = (id: string) => ({ kind: 'player', id, name: `Player ${id}`, href: `/arkbot/players/${id}` }) as const;

beforeEach(() => localStorage.clear());

it('lists the latest first, each once, at most eight, for one account', () => {
  for (let id = 0; id < 10; id += 1) addRecent('u1', player(String(id)));
  addRecent('u1', player('5'));
  expect(readRecent('u1').map(({ id }) => id)).toEqual(['5', '9', '8', '7', '6', '4', '3', '2']);
  expect(readRecent('u2')).toEqual([]);
});

it('shortens a name without an end', () => {
  addRecent('u1', { ...player('1'), name: 'x'.repeat(10_000) });
  expect(readRecent('u1')[0]?.name).toHaveLength(300);
});

it.each(['', '{', 'null', '{"length":3}', '[null,1,"a",[]]', '[{"kind":"player"}]'])('ignores %s', (stored) => {
  localStorage.setItem(key, stored);
  expect(readRecent('u1')).toEqual([]);
  addRecent('u1', player('1'));
  expect(readRecent('u1')).toEqual([player('1')]);
});

it.each([
  { href: 'javascript:alert(1)' },
  { href: '//evil.test/' },
  { href: 'https://evil.test/' },
  { href: '/' },
  { kind: 'action' },
  { kind: 'constructor' },
  { name: 5 },
  { name: 'x'.repeat(301) },
  { id: null },
])('ignores an item with %o and keeps the others', (change) => {
  localStorage.setItem(key, JSON.stringify([{ ...player('1'), ...change }, player('2')]));
  expect(readRecent('u1')).toEqual([player('2')]);
});
