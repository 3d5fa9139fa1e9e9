import { expect, it } from 'vitest';
import { lengthChoices, lengthText, minutesUntil, ownEnd, permanent } from './lengths.ts';
import { progressText } from './sanction-words.ts';

it.each([
  ['ban', 'active', [20, 2, 18, 0], '18 of 20 confirmed, 2 waiting'],
  ['ban', 'active', [4, 1, 1, 1], '1 of 4 confirmed, 1 sent, 1 waiting, 1 failed'],
  ['ban', 'lifted', [3, 1, 2, 0], '2 of 3 lifted, 1 waiting'],
  ['warning', 'active', [1, 0, 1, 0], '1 of 1 delivered'],
  ['mute', 'active', [0, 0, 0, 0], ''],
] as const)('a %s that is %s says how far it is', (kind, state, [total, waiting, confirmed, failed], text) => {
  expect(progressText({ kind, state, servers: { total, waiting, confirmed, failed } })).toBe(text);
});

it('offers the usual lengths, what a template brought, and nothing beyond the limit', () => {
  expect(lengthChoices(permanent, null).map(([, text]) => text)).toEqual([
    '1 hour',
    '1 day',
    '3 days',
    '7 days',
    '30 days',
    'Permanent',
    'Until a date and time',
  ]);
  expect(lengthChoices('20160', null).map(([value]) => value)).toContain('20160');
  expect(lengthChoices(ownEnd, 4320).map(([value]) => value)).toEqual(['60', '1440', '4320', ownEnd]);
});

it('says lengths in the largest whole unit', () => {
  expect([60, 90, 1440, 20160, null].map(lengthText)).toEqual([
    '1 hour',
    '90 minutes',
    '1 day',
    '14 days',
    'Permanent',
  ]);
});

it('takes only an end in the future', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  expect(minutesUntil('2026-01-01T01:00:30Z', now)).toBe(61);
  expect(minutesUntil('2025-01-01T00:00:00Z', now)).toEqual({ problem: 'The end must be in the future.' });
  expect(minutesUntil(undefined, now)).toEqual({ problem: 'Enter a date and time.' });
  expect(minutesUntil('2099-01-01T00:00:00Z', now)).toHaveProperty('problem');
});
