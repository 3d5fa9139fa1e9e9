import { journalKinds } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { bobId, buildEntry, miraId } from '../../../testing/people.ts';
import { groupOf, journalGroupNames, kindsOf, readGroups } from './journal-groups.ts';
import { addsToSentence, sentenceOf } from './journal-sentence.ts';

type Changes = Parameters<typeof buildEntry>[0];

const textOf = (changes: Changes, playerId = miraId) =>
  sentenceOf(buildEntry(changes), playerId)
    .map((part) => (typeof part === 'string' ? part : part.name))
    .join('');

const adds = (changes: Changes) => addsToSentence(buildEntry(changes));

const bob = { id: bobId, name: 'Bob' };
const wild = { id: null, name: 'Rex', level: 50, kind: 'creature' } as const;
const pet = { id: null, name: 'Toothy', level: 280, kind: 'creature', species: 'Allosaurus' } as const;
const rexy = { name: 'Rexy', species: 'Rex', level: 120 };
const porters = { id: 11, name: 'Porters' };

describe('an entry as a sentence', () => {
  it.each<[string, Changes]>([
    ['Joined The Island', { kind: 'joined' }],
    ['Left The Island', { kind: 'left' }],
    ['Died', { kind: 'died' }],
    ['Was killed by Bob of Ironroot', { kind: 'died', other: bob, otherTribe: 'Ironroot' }],
    [
      'Was killed by Bob (level 105) of Ironroot',
      { kind: 'died', other: { ...bob, level: 105 }, otherTribe: 'Ironroot' },
    ],
    ['Was killed by Ironroot', { kind: 'died', otherTribe: 'Ironroot' }],
    ['Was killed by a Rex (level 50)', { kind: 'died', other: wild }],
    ['Was killed by Auto Turret', { kind: 'died', other: { id: null, name: 'Auto Turret' } }],
    [
      'Was killed by Toothy, an Allosaurus (level 280) of Ironroot',
      { kind: 'died', other: pet, otherTribe: 'Ironroot' },
    ],
    ['Killed Bob', { kind: 'killed', other: bob }],
    ['Tamed a Rex', { kind: 'tamed', thing: 'Rex' }],
    ['Tamed an Ankylosaurus', { kind: 'tamed', thing: 'Ankylosaurus' }],
    ['Claimed a creature', { kind: 'claimed' }],
    ['Tamed a Rex (level 120)', { kind: 'tamed', creature: { name: 'Rex', species: 'Rex', level: 120 } }],
    ['Lost Rexy, a Rex (level 120)', { kind: 'creature-died', thing: 'Rex', creature: rexy }],
    [
      'Lost Rexy, a Rex (level 120), killed by a Rex (level 50)',
      { kind: 'creature-died', creature: rexy, other: wild },
    ],
    ['Froze a Raft', { kind: 'froze', thing: 'Raft', creature: { name: 'Raft' } }],
    ['Lost a Rex to starvation', { kind: 'starved', thing: 'Rex' }],
    ['Demolished a Stone Wall', { kind: 'demolished', thing: 'Stone Wall' }],
    ['Joined the tribe Porters, added by Bob', { kind: 'tribe-joined', tribe: porters, other: bob }],
    ['Left a tribe', { kind: 'tribe-left' }],
    ['Was promoted in the tribe Porters by Bob', { kind: 'tribe-promoted', tribe: porters, other: bob }],
    ['Merged the tribe Ironroot into the tribe Porters', { kind: 'tribe-merged', tribe: porters, thing: 'Ironroot' }],
    [
      'Requested an alliance with Ironroot for Porters',
      { kind: 'alliance-requested', tribe: porters, thing: 'Ironroot' },
    ],
    ['Ran cheat fly', { kind: 'admin-command', thing: 'cheat fly' }],
    ['Something of a mod', { kind: 'other', text: 'Something of a mod' }],
    ['The Island went offline', { kind: 'down' }],
  ])('%s', (sentence, changes) => {
    expect(textOf(changes)).toBe(sentence);
  });

  it.each<[string, Changes]>([
    ['Killed Maren of Porters', { kind: 'died', tribe: porters }],
    [
      'Killed Maren (level 98) of Porters',
      { kind: 'died', tribe: porters, player: { id: miraId, name: 'Maren', level: 98 } },
    ],
    [
      'Killed Rexy, a Rex (level 120) of Porters',
      { kind: 'creature-died', creature: rexy, tribe: porters, player: null },
    ],
    ['Destroyed a Stone Wall of Porters', { kind: 'lost', thing: 'Stone Wall', tribe: porters, player: null }],
    ['Killed a Rex of Porters', { kind: 'creature-died', thing: 'Rex', tribe: porters, player: null }],
    ['Added Maren to the tribe Porters', { kind: 'tribe-joined', tribe: porters }],
    ['Removed someone from a tribe', { kind: 'tribe-left', player: null }],
  ])('from the other side: %s', (sentence, changes) => {
    expect(textOf({ other: bob, ...changes }, bobId)).toBe(sentence);
  });

  it('names whom it is about where that is someone else', () => {
    expect(textOf({ kind: 'tamed', thing: 'Rex' }, bobId)).toBe('Maren tamed a Rex');
    expect(textOf({ kind: 'decayed', thing: 'Stone Wall', player: null, tribe: porters }, bobId)).toBe(
      'Porters lost a Stone Wall to decay',
    );
    expect(textOf({ kind: 'destroyed', thing: 'Stone Wall', player: null, otherTribe: 'Ironroot' }, bobId)).toBe(
      'Destroyed a Stone Wall of Ironroot',
    );
  });

  it('leads to the players in it', () => {
    const parts = sentenceOf(buildEntry({ kind: 'died', other: bob }), miraId);
    expect(parts).toContainEqual({ name: 'Bob', playerId: bobId });
  });

  it('has the text of a kind that is not known yet', () => {
    expect(textOf({ kind: 'danced' as 'other', text: 'Maren danced' })).toBe('Maren danced');
  });

  it('says what the line of the game adds', () => {
    expect(adds({ kind: 'tamed', text: 'Maren tamed a Rex - Lvl 120 (Rex)!' })).toBe(true);
    expect(adds({ kind: 'tamed', text: 'Maren tamed a Rex - Lvl 120 (Rex)!', creature: rexy })).toBe(false);
    expect(adds({ kind: 'died', text: 'Maren was killed by a Rex - Lvl 50!', other: wild })).toBe(false);
    expect(adds({ kind: 'tamed', text: '' })).toBe(false);
    expect(adds({ kind: 'joined', text: 'Mira joined this ARK!' })).toBe(false);
    expect(adds({ kind: 'other', text: 'Something of a mod' })).toBe(false);
  });
});

describe('the groups of a timeline', () => {
  it('have every kind once', () => {
    expect(kindsOf(journalGroupNames).toSorted()).toEqual([...journalKinds].toSorted());
    expect(groupOf('died')).toBe('deaths');
    expect(groupOf('danced' as 'other')).toBe('other');
  });

  it('are read from the address', () => {
    expect(readGroups('tribe,deaths,nonsense,__proto__')).toEqual(['deaths', 'tribe']);
    expect(readGroups()).toEqual([]);
  });
});
