import { expect, it } from 'vitest';
import { page } from './attack-scenario.mjs';

/** @param {string} name @param {number} longestMs @param {number[]} times */
const measured = (name, longestMs, times) => ({
  name,
  damage: { sent: 3, outcomes: { closed: 3 }, longestMs },
  times,
  moreMib: 1.2,
});

it('fails where others waited too long, or a connection was open for too long', () => {
  const within = [{ name: 'nothing', times: [1, 200], moreMib: 0 }, measured('slow headers', 35_000, [2])];
  expect(page(within, 1).failures).toEqual([]);
  const over = [measured('wrong logins', 0, [1, 201, 3]), measured('unread downloads', 50_000, [4])];
  const { text, failures } = page([...within, ...over], 1);
  expect(failures).toEqual([
    'others waited 201 ms for an answer during: wrong logins',
    'connections were open for 50 s during: unread downloads',
  ]);
  expect(text).toContain('| wrong logins | 3 × closed | – | 3 | 3.0 | 3.0 | 201.0 | +1 |');
});
