import { describe, expect, it } from 'vitest';
import { parseTribeEvent, parseTribeLogLine } from './tribe-events.ts';

const rex = { name: 'Rexy', level: 230, species: 'Rex' };
const dodo = { name: 'Dodo', level: 10, species: 'Dodo' };

it.each([
  ['Tribemember Annie - Lvl 49 was killed!', { kind: 'member-killed', victim: { name: 'Annie', level: 49 } }],
  [
    'Tribemember Annie - Lvl 49 was killed by a Direwolf - Lvl 114!',
    { kind: 'member-killed', victim: { name: 'Annie', level: 49 }, by: { name: 'Direwolf', level: 114 } },
  ],
  [
    'Tribemember Annie - Lvl 49 was killed by Bob - Lvl 75-031143389 (Tribe of Bob)!',
    {
      kind: 'member-killed',
      victim: { name: 'Annie', level: 49 },
      by: { name: 'Bob', level: 75, tribe: 'Tribe of Bob' },
    },
  ],
  [
    'Tribemember Annie - Lvl 35 was killed by a Piranha - Lvl 20 | 1.1x!',
    { kind: 'member-killed', victim: { name: 'Annie', level: 35 }, by: { name: 'Piranha', level: 20 } },
  ],
  ['Your Rexy - Lvl 230 (Rex) was killed!', { kind: 'creature-killed', creature: rex }],
  [
    'Your Rexy - Lvl 230 (Rex) was killed by Toothy - Lvl 280 (Wyvern) (Beta)!',
    { kind: 'creature-killed', creature: rex, by: { name: 'Toothy', level: 280, species: 'Wyvern', tribe: 'Beta' } },
  ],
  ['Your Tribe killed Bob - Lvl 63 (Beta)!', { kind: 'enemy-killed', enemy: { name: 'Bob', level: 63 } }],
  ['Your Tribe killed Rexy - Lvl 230 (Rex) (Beta)!', { kind: 'enemy-killed', enemy: { ...rex, tribe: 'Beta' } }],
  ["Your 'Refining Forge (Locked) ' was destroyed!", { kind: 'structure-lost', structure: 'Refining Forge (Locked)' }],
  [
    "Your 'Stone Wall' was destroyed by a Rex - Lvl 20!",
    { kind: 'structure-lost', structure: 'Stone Wall', by: { name: 'Rex', level: 20 } },
  ],
  ["Your 'Stone Wall' was auto-decay destroyed!", { kind: 'structure-decayed', structure: 'Stone Wall' }],
  [
    "Rexy - Lvl 213 destroyed their 'Stone Wall (Beta)')!",
    {
      kind: 'enemy-structure-destroyed',
      structure: 'Stone Wall',
      tribe: 'Beta',
      by: { name: 'Rexy', level: 213 },
    },
  ],
  [
    "K2 Turret destroyed their 'Cooking Pot (Locked)  (Beta)')!",
    {
      kind: 'enemy-structure-destroyed',
      structure: 'Cooking Pot (Locked)',
      tribe: 'Beta',
      by: { name: 'K2 Turret' },
    },
  ],
  ["Annie demolished a 'Wood Ladder'!", { kind: 'demolished', structure: 'Wood Ladder', by: 'Annie' }],
  ['Annie Tamed a Dodo - Lvl 10 (Dodo)!', { kind: 'tamed', creature: dodo, by: 'Annie' }],
  ['Your Tribe Tamed a Dodo - Lvl 10 (Dodo)!', { kind: 'tamed', creature: dodo }],
  ["Annie claimed 'Dodo - Lvl 10 (Dodo)'!", { kind: 'claimed', creature: dodo, by: 'Annie' }],
  ["Annie unclaimed 'Dodo - Lvl 10 (Dodo)'!", { kind: 'unclaimed', creature: dodo, by: 'Annie' }],
  ['Annie froze Rexy - Lvl 230 (Rex)', { kind: 'froze', creature: rex, by: 'Annie' }],
  ['Annie froze Rexy', { kind: 'froze', creature: { name: 'Rexy' }, by: 'Annie' }],
  ['Annie uploaded a Rex: Rexy - Lvl 230', { kind: 'uploaded', creature: rex, by: 'Annie' }],
  [
    'Annie downloaded a dino: Rexy - Lvl 230',
    { kind: 'downloaded', creature: { name: 'Rexy', level: 230 }, by: 'Annie' },
  ],
  ['Dodo - Lvl 10 (Dodo) starved to death!', { kind: 'starved', creature: dodo }],
  ['Annie was added to the Tribe!', { kind: 'member-added', member: 'Annie' }],
  ['Annie was added to the Tribe by Bob!', { kind: 'member-added', member: 'Annie', by: 'Bob' }],
  ['Annie was removed from the Tribe by Bob!', { kind: 'member-removed', member: 'Annie', by: 'Bob' }],
  ['Annie was promoted to a Tribe Admin by Bob!', { kind: 'member-promoted', member: 'Annie', by: 'Bob' }],
  ['Beta tribe was merged in by Bob!', { kind: 'tribe-merged', tribe: 'Beta', by: 'Bob' }],
  [
    'Annie - Lvl 14 requested an Alliance with Beta Tribe.',
    { kind: 'alliance-requested', member: { name: 'Annie', level: 14 }, tribe: 'Beta' },
  ],
])('reads %s', (text, event) => {
  expect(parseTribeEvent(text)).toEqual(event);
});

describe('a text that can be read in two ways', () => {
  it.each([
    "Annie claimed 'x' claimed 'Dodo - Lvl 10 (Dodo)'!",
    'Annie froze the world froze Rexy - Lvl 230 (Rex)',
    'Tribemember Annie - Lvl 4 was killed by Bob - Lvl 3 was killed by a Dodo - Lvl 1!',
    'Annie was added to the Tribe by Bob was added to the Tribe by Cid!',
  ])('is unknown: %s', (text) => {
    expect(parseTribeEvent(text)).toEqual({ kind: 'unknown' });
  });
});

it.each(['', 'Ein Satz.', 'Annie a été tué par un(e) Raptor - Niv. 3 !', 'Your was killed!', ' froze ', "claimed ''!"])(
  'does not guess: %j',
  (text) => {
    expect(parseTribeEvent(text)).toEqual({ kind: 'unknown' });
  },
);

it('reads a line of an archive', () => {
  expect(
    parseTribeLogLine('Day 12, 16:45:27: <RichColor Color="0, 1, 0, 1">Annie Tamed a Dodo - Lvl 10 (Dodo)!</>'),
  ).toEqual({
    day: 12,
    time: '16:45:27',
    text: 'Annie Tamed a Dodo - Lvl 10 (Dodo)!',
    event: { kind: 'tamed', creature: dodo, by: 'Annie' },
  });
  expect(parseTribeLogLine('Annie Tamed a Dodo - Lvl 10 (Dodo)!')).toBeUndefined();
});
