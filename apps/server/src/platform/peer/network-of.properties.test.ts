import { isIP } from 'node:net';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { networkOf } from './network-of.ts';

/** As browsers write it: the shortest form. */
const canonical = (address: string) => new URL(`http://[${address}]`).hostname.slice(1, -1);
const group = fc.integer({ min: 0, max: 0xffff });
const groups = fc.array(fc.oneof(fc.constant(0), group), { minLength: 8, maxLength: 8 });

/** The ways to write one address: full, short, with zeros, in capitals, with an IPv4 address at its end. */
function spellings(parts: number[]): string[] {
  const hex = parts.map((part) => part.toString(16));
  const [high = 0, low = 0] = parts.slice(6);
  const dotted = [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const shortened = [0, 1, 2, 3, 4, 5].flatMap((start) =>
    [1, 2, 3, 4, 5, 6].flatMap((count) => {
      if (start + count > 6 || parts.slice(start, start + count).some((part) => part !== 0)) return [];
      const [before, after] = [hex.slice(0, start).join(':'), hex.slice(start + count, 6)];
      return [`${before}::${[...after, dotted].join(':')}`, `${before}::${[...after, ...hex.slice(6)].join(':')}`];
    }),
  );
  const full = hex.join(':');
  const padded = hex.map((part) => part.padStart(4, '0')).join(':');
  return [full, padded, full.toUpperCase(), canonical(full), [...hex.slice(0, 6), dotted].join(':'), ...shortened];
}

it('counts all spellings of an IPv6 address, and all addresses of its /64, as one', () => {
  fc.assert(
    fc.property(groups, fc.array(group, { minLength: 4, maxLength: 4 }), (parts, others) => {
      fc.pre(parts.slice(0, 5).some((part) => part !== 0));
      const network = networkOf(parts.map((part) => part.toString(16)).join(':'));
      for (const spelling of spellings(parts)) {
        expect(isIP(spelling)).toBe(6);
        expect([spelling, networkOf(spelling)]).toEqual([spelling, network]);
      }
      expect(networkOf([...parts.slice(0, 4), ...others].map((part) => part.toString(16)).join(':'))).toBe(network);
      const isPrefix =
        canonical(network.replace('/64', '')) ===
        canonical(
          `${parts
            .slice(0, 4)
            .map((part) => part.toString(16))
            .join(':')}::`,
        );
      expect(isPrefix).toBe(true);
    }),
  );
});

it('counts different networks apart', () => {
  const prefix = fc.array(group, { minLength: 4, maxLength: 4 }).filter((parts) => parts.some((part) => part !== 0));
  fc.assert(
    fc.property(prefix, prefix, (one, other) => {
      fc.pre(one.join(':') !== other.join(':'));
      const [first, second] = [one, other].map((parts) =>
        networkOf(`${parts.map((part) => part.toString(16)).join(':')}::1`),
      );
      expect(first).not.toBe(second);
    }),
  );
});

it('counts an IPv4 address by itself, however it is written', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
      const parts = [0, 0, 0, 0, 0, 0xffff, a * 256 + b, c * 256 + d];
      expect(networkOf(address)).toBe(address);
      for (const spelling of spellings(parts)) expect([spelling, networkOf(spelling)]).toEqual([spelling, address]);
    }),
  );
});

it('leaves what is no address as it is', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(':', '.', '1', 'f', 'x', '%', '::ffff:', '/'), maxLength: 12 }),
      (text) => {
        if (isIP(text) === 0) expect(networkOf(text)).toBe(text);
      },
    ),
  );
});
