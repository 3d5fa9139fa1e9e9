import { expect, it } from 'vitest';
import { speakerName, speakerNames } from './speaker-name.ts';

it.each([
  ['Jorun (player)', { name: 'player', survivor: 'Jorun' }],
  ['Jorun', { name: 'Jorun', survivor: 'Jorun' }],
  ['player', { name: 'player', survivor: null }],
  ['player', { name: 'player', survivor: '' }],
  ['player', { name: 'player' }],
  ['Jorun', { name: '', survivor: 'Jorun' }],
])('shows %s', (shown, speaker) => {
  expect(speakerName(speaker)).toBe(shown);
});

it('tells survivors of the same name apart by their players', () => {
  const speakers = ['a', 'b', 'c'].map((name) => ({ name, survivor: 'Jorun' }));
  expect(new Set(speakers.map(speakerName)).size).toBe(3);
  expect(speakers.map(speakerNames)).toEqual([
    ['Jorun', 'a'],
    ['Jorun', 'b'],
    ['Jorun', 'c'],
  ]);
});
