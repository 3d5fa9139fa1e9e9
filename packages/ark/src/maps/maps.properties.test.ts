import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toLatitude, toLongitude } from './ark-map.ts';
import { parseMaps } from './parse-maps.ts';

const number = fc
  .oneof(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.integer({ min: -1e6, max: 1e6 }))
  .map((value) => value + 0);
const axis = fc.record({ shift: number, scale: number.filter((scale) => Math.abs(scale) >= 1e-6) });
const name = fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/);
const map = fc.record(
  {
    name,
    latitude: axis,
    longitude: axis,
    title: fc.stringMatching(/^[A-Za-z ]{1,20}$/),
    picture: fc.stringMatching(/^[a-z]{1,9}\.(?:png|jpg)$/),
  },
  { requiredKeys: ['name', 'latitude', 'longitude'] },
);

it('reads every list of maps, and what it has read as the same', () => {
  fc.assert(
    fc.property(fc.uniqueArray(map, { selector: (one) => one.name.toLowerCase(), maxLength: 5 }), (maps) => {
      const read = parseMaps(maps);
      expect(read).toEqual(maps.map((one) => ({ title: one.name, ...one })));
      expect(parseMaps(JSON.parse(JSON.stringify(read)))).toEqual(read);
      for (const one of read)
        expect(Number.isFinite(toLatitude(one, 1000)) && Number.isFinite(toLongitude(one, 1000))).toBe(true);
    }),
  );
});

it('refuses any other value with a sentence, and no picture that is not beside the list', () => {
  const field = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('../x.png', '/x.png', '.png', 'a/b.png', 'a\\b.png', 'x.svg', '..png', NaN, 1e300),
  );
  const entry = fc.record(
    { name: fc.oneof(name, field), latitude: fc.oneof(axis, field), longitude: fc.oneof(axis, field), picture: field },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(fc.array(entry, { maxLength: 3 }), fc.jsonValue()), (json) => {
      try {
        for (const { picture = 'x.png' } of parseMaps(json))
          expect(picture).toMatch(/^(?!\.)[^/\\]+\.(?:png|jpe?g|webp|avif)$/i);
      } catch (error) {
        expect((error as Error).message).toMatch(/^(?:Map \d+|The file of maps|There are)[ :].*\.$/s);
      }
    }),
  );
});
