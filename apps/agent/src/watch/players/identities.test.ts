import { parseLogLine } from '@tribehall/ark/logs/log-lines';
import { describe, expect, it } from 'vitest';
import { createIdentities } from './identities.ts';
import type { Profiles } from './profiles.ts';

const ann = { id: '76561197991984752', name: 'Ann' };
const bob = { id: '76561197991984753', name: 'Bob' };

function setUp(
  options: { isAsciiOnly?: boolean; profiles?: Profiles['find'] } = {},
  stored = new Map<string, string>(),
) {
  const identities = createIdentities({
    isAsciiOnly: options.isAsciiOnly ?? false,
    profiles: options.profiles && { find: options.profiles, count: () => Promise.resolve(0) },
    memory: {
      recall: (about, id) => stored.get(`${about} ${id}`),
      store: (about, id, value) => void stored.set(`${about} ${id}`, value),
    },
  });
  const learn = (line: string) => {
    const fact = parseLogLine(line);
    return fact !== undefined && identities.learn(fact);
  };
  return { identities, learn, stored };
}

describe('survivors', () => {
  it('are learned from chat, and again when they change', () => {
    const { identities, learn } = setUp();
    identities.setOnline([ann]);
    expect(learn('Ann (Annie): hi')).toBe(true);
    expect(learn('Ann (Annie): hi again')).toBe(false);
    expect(identities.survivorOf(ann.id)).toBe('Annie');
    expect(learn('Ann (Reborn): hi')).toBe(true);
    expect(identities.survivorOf(ann.id)).toBe('Reborn');
  });

  it('are learned also from those who speak before the list has them', () => {
    const { identities, learn } = setUp();
    learn('Ann (Annie): first!');
    identities.setOnline([ann, bob]);
    expect([identities.survivorOf(ann.id), identities.survivorOf(bob.id)]).toEqual(['Annie', undefined]);
  });

  it('are learned from profiles, but chat knows better', async () => {
    const found = { arkId: '7', survivor: 'FromProfile', mtimeMs: 0 };
    const { identities, learn } = setUp({ profiles: () => Promise.resolve(found) });
    expect(await identities.readProfiles([ann.id])).toBe(true);
    expect(identities.survivorOf(ann.id)).toBe('FromProfile');
    identities.setOnline([ann]);
    learn('Ann (FromChat): hi');
    expect(await identities.readProfiles([ann.id])).toBe(false);
    expect(identities.survivorOf(ann.id)).toBe('FromChat');
  });

  it('are not learned from admin commands, which have the name of the platform', () => {
    const { identities, learn, stored } = setUp();
    identities.setOnline([ann]);
    expect(learn(`AdminCmd: fly (PlayerName: Ann, ARKID: 827627995, SteamID: ${ann.id})`)).toBe(false);
    expect([identities.survivorOf(ann.id), stored.get(`arkId ${ann.id}`)]).toEqual([undefined, '827627995']);
  });

  it('are learned from the tribes they join, by the number of the player', () => {
    const { identities, learn } = setUp();
    identities.setOnline([ann, bob]);
    learn(`AdminCmd: fly (PlayerName: Ann, ARKID: 11, SteamID: ${ann.id})`);
    expect(learn('2026.09.13_18.48.40: Player Annie with ID 11 joined tribe Alpha with ID 5.')).toBe(true);
    expect(learn('2026.09.13_18.48.40: Player Bobby with ID 22 joined tribe Alpha with ID 5.')).toBe(false);
    expect(learn(`AdminCmd: fly (PlayerName: Bob, ARKID: 22, SteamID: ${bob.id})`)).toBe(true);
    expect([ann, bob].map(({ id }) => identities.survivorOf(id))).toEqual(['Annie', 'Bobby']);
  });

  it('are remembered over a restart, until something better is known', async () => {
    const stored = new Map<string, string>();
    const before = setUp({}, stored);
    before.identities.setOnline([ann]);
    before.learn('Ann (Annie): hi');
    const found = { arkId: '7', survivor: 'Reborn', mtimeMs: 0 };
    const { identities } = setUp({ profiles: () => Promise.resolve(found) }, stored);
    identities.setOnline([ann, bob]);
    expect([ann, bob].map(({ id }) => identities.survivorOf(id))).toEqual(['Annie', undefined]);
    await identities.readProfiles([ann.id]);
    expect(identities.survivorOf(ann.id)).toBe('Reborn');
  });
});

describe('the id behind a name', () => {
  it('is not given to someone who takes the name of another', () => {
    const { identities, learn } = setUp();
    identities.setOnline([ann]);
    learn('Ann (Annie): hi');
    identities.setOnline([ann, { ...bob, name: 'Ann' }]);
    expect(identities.idOf('Ann', 'Annie')).toBeUndefined();
    learn(`AdminCmd: fly (PlayerName: Ann, ARKID: 5, SteamID: ${bob.id})`);
    learn('2026.09.13_18.48.40: Player Other with ID 5 joined tribe Alpha with ID 9.');
    expect(identities.idOf('Ann', 'Annie')).toBe(ann.id);
  });

  it('is found by a name of which RCON lost letters', () => {
    const { identities, learn } = setUp({ isAsciiOnly: true });
    identities.setOnline([{ ...ann, name: 'J?rgen' }, bob]);
    expect(identities.idOf('Jürgen')).toBe(ann.id);
    learn('2026.09.13_18.48.40: Jürgen joined this ARK!');
    expect(identities.nameOf({ ...ann, name: 'J?rgen' })).toBe('Jürgen');
    learn('2026.09.13_18.48.40: Jörgen joined this ARK!');
    expect(identities.nameOf({ ...ann, name: 'J?rgen' })).toBe('J?rgen');
  });
});

it('takes the number of a player from the profile first, then from the log', async () => {
  const found = new Map([[ann.id, { arkId: '11', mtimeMs: 0 }]]);
  const { identities, learn } = setUp({ profiles: (id) => Promise.resolve(found.get(id)) });
  learn(`AdminCmd: fly (PlayerName: A, ARKID: 99, SteamID: ${ann.id})`);
  learn(`AdminCmd: fly (PlayerName: B, ARKID: 22, SteamID: ${bob.id})`);
  expect(await identities.arkIdOf(ann.id)).toBe('11');
  expect(await identities.arkIdOf(bob.id)).toBe('22');
  expect(await identities.arkIdOf('76561197991984799')).toBeUndefined();
});

it('takes the newer word of the save and a profile beside it', async () => {
  const profiles = { find: () => Promise.resolve({ arkId: '11', survivor: 'FromProfile', mtimeMs: 1_000 }) };
  const setUpAt = (savedAtMs: number) =>
    createIdentities({
      isAsciiOnly: false,
      profiles: { ...profiles, count: () => Promise.resolve(1) },
      savedIdentityOf: (id) => (id === ann.id ? { arkId: '12', survivor: 'FromSave', savedAtMs } : undefined),
      memory: { recall: () => '13', store: () => undefined },
    });
  const before = setUpAt(500);
  const after = setUpAt(2_000);
  expect([await before.arkIdOf(ann.id), await after.arkIdOf(ann.id), await after.arkIdOf(bob.id)]).toEqual([
    '11',
    '12',
    '11',
  ]);
  expect(await after.readProfiles([ann.id])).toBe(true);
  expect(after.survivorOf(ann.id)).toBe('FromSave');
});
