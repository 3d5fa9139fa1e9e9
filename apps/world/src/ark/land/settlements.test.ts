import { findMap } from '@tribehall/ark/maps/maps';
import { toLatitude, toLongitude } from '@tribehall/ark/maps/ark-map';
import { expect, it } from 'vitest';
import { populatedWorld } from '../saves/saves.fixture.ts';
import { teamOf } from './structure.ts';

const day = 86_400;

const standing = (seed: string) =>
  [...populatedWorld('asa', 300, seed).game.land.structures()].map(({ uuid, spot, builtAt }) => ({
    uuid,
    spot,
    builtAt,
  }));

const withoutTime = (line: string) => line.replace(/^Day \d+, [\d:]+: /, '');

it('builds the same world for the same seed, and another one for another', () => {
  expect(standing('a')).toEqual(standing('a'));
  expect(standing('b')).not.toEqual(standing('a'));
});

it('gives the founders of a tribe different names', () => {
  for (const seed of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
    const { game } = populatedWorld('asa', 300, seed);
    for (const tribe of game.tribes) expect(new Set(tribe.log.map(withoutTime)).size).toBe(tribe.log.length);
  }
});

it.each(['asa', 'ase'] as const)('builds about as much as is wanted, all of it on the map of %s', (name) => {
  const { game } = populatedWorld(name, 2_000);
  const map = findMap(game.map);
  expect(game.land.size()).toBeGreaterThan(1_600);
  expect(game.land.size()).toBeLessThan(2_600);
  for (const { spot } of game.land.structures()) {
    const coordinates = map ? [toLatitude(map, spot.y), toLongitude(map, spot.x)] : [];
    for (const value of coordinates) expect(value > 5 && value < 95).toBe(true);
  }
});

it('gives every tribe an owner, admins, a log and a base, and leaves ruins of tribes long gone', () => {
  const { game } = populatedWorld('asa', 1_000);
  for (const tribe of game.tribes) {
    expect(game.land.ofTeam(tribe.id).length).toBeGreaterThan(10);
    expect(game.census.ofTribe(tribe).map(({ survivor }) => survivor.arkId)).toContain(tribe.ownerArkId);
    expect(tribe.adminArkIds).toContain(tribe.ownerArkId);
    expect(tribe.log[0]).toMatch(
      /^Day \d+, \d\d:\d\d:\d\d: <RichColor Color="0, 1, 1, 1">.+ was added to the Tribe!<\/>$/,
    );
  }
  const lost = game.tribes.filter(({ isLost }) => isLost);
  expect(lost).toHaveLength(2);
  for (const tribe of lost)
    for (const { loginAt, spot } of game.census.ofTribe(tribe)) {
      expect(game.clock.firstSecond - loginAt).toBeGreaterThan(21 * day);
      expect(spot).toBeUndefined();
    }
  const alone = [...game.land.structures()].filter(({ tribe }) => !tribe);
  expect(new Set(alone.map((structure) => teamOf(structure).id)).size).toBeGreaterThanOrEqual(3);
});
