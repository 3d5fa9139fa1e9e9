import { describe, expect, it } from 'vitest';
import { toLatitude, toLongitude } from './ark-map.ts';
import { findMap } from './maps.ts';
import { parseMaps } from './parse-maps.ts';

/** Read off the compass in the game: x, y, latitude, longitude (ark-save-parser has published them). */
const measured: Record<string, [number, number, number, number][]> = {
  ScorchedEarth_WP: [
    [-213_606, 5060, 50.6, 22.9],
    [33_801, 358_272, 95.5, 54.3],
    [272_823, -309_144, 10.7, 84.6],
  ],
  Astraeos_WP: [
    [213_208, -475_816, 20.3, 63.3],
    [737_106, -155_344, 40.3, 96.1],
  ],
  TheCenter_WP: [
    [194_543, -104_839, 22.4, 69.3],
    [-309_519, 650_099, 95.2, 20.7],
  ],
  TheIsland_WP: [
    [178_386, 71_381, 60.4, 76],
    [-286_731, -141_238, 29.4, 8.2],
  ],
};

const own = {
  name: 'MyIsle',
  title: 'My Isle',
  latitude: { shift: 50, scale: 100 },
  longitude: { shift: 40, scale: 200 },
};

describe('the maps of the game', () => {
  it.each(Object.entries(measured))('show on %s what the compass shows', (name, points) => {
    const map = findMap(name);
    expect(map).toBeDefined();
    for (const [x, y, latitude, longitude] of points) {
      expect(map && Math.abs(toLatitude(map, y) - latitude)).toBeLessThan(0.2);
      expect(map && Math.abs(toLongitude(map, x) - longitude)).toBeLessThan(0.2);
    }
  });

  it('are found by any spelling of their name, and others are not', () => {
    expect(findMap('ragnarok_wp')?.title).toBe('Ragnarok');
    expect(findMap('MyIsle')).toBeUndefined();
  });

  it('give way to those of the operator', () => {
    expect(findMap('myisle', [own])).toBe(own);
    expect(findMap('TheIsland', [{ ...own, name: 'theisland' }])?.title).toBe('My Isle');
  });
});

describe("an operator's file of maps", () => {
  it('is read with its pictures', () => {
    expect(parseMaps([own, { ...own, name: 'Other', title: undefined, picture: 'other map.png' }])).toEqual([
      own,
      { ...own, name: 'Other', title: 'Other', picture: 'other map.png' },
    ]);
  });

  it.each([
    [{}, 'The file of maps is not a list.'],
    [[own, 7], 'Map 2 is not an object.'],
    [[{ ...own, name: '../x' }], 'Map 1: name must be'],
    [[{ ...own, title: '' }], 'Map 1 (MyIsle): title must be'],
    [[{ ...own, latitude: 50 }], 'Map 1 (MyIsle): latitude must be'],
    [[{ ...own, latitude: { shift: '50', scale: 1 } }], 'Map 1 (MyIsle): latitude.shift must be a number.'],
    [
      [{ ...own, longitude: { shift: 50, scale: 0 } }],
      'Map 1 (MyIsle): longitude.scale must be a number other than 0.',
    ],
    [[{ ...own, longitude: { shift: 50, scale: Number.NaN } }], 'longitude.scale'],
    [[{ ...own, picture: '../secret.png' }], 'Map 1 (MyIsle): picture must be'],
    [[{ ...own, picture: 'page.svg' }], 'Map 1 (MyIsle): picture must be'],
    [[own, { ...own, name: 'MYISLE' }], 'There are two maps with the name MYISLE.'],
  ])('names what is wrong in %j', (json, message) => {
    expect(() => parseMaps(json)).toThrow(message);
  });
});
