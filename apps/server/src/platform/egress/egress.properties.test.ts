import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ForbiddenAddressError, guardedTarget, hostAndPort, portOf } from './guarded-target.ts';
import { isPublicAddress } from './public-address.ts';

/** An independent list: first address and number of fixed bits of what RFC 6890 and its successors call not global. */
const reserved: [address: number, bits: number][] = [
  [0x00_00_00_00, 8],
  [0x0a_00_00_00, 8],
  [0x64_40_00_00, 10],
  [0x7f_00_00_00, 8],
  [0xa9_fe_00_00, 16],
  [0xac_10_00_00, 12],
  [0xc0_00_00_00, 24],
  [0xc0_00_02_00, 24],
  [0xc0_58_63_00, 24],
  [0xc0_a8_00_00, 16],
  [0xc6_12_00_00, 15],
  [0xc6_33_64_00, 24],
  [0xcb_00_71_00, 24],
  [0xe0_00_00_00, 4],
  [0xf0_00_00_00, 4],
];
const dotted = (address: number) => [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.');
const isReserved = (address: number) => reserved.some(([net, bits]) => (address ^ net) >>> (32 - bits) === 0);

const nearReserved = fc
  .tuple(fc.constantFrom(...reserved), fc.integer({ min: -3, max: 3 }), fc.boolean())
  .map(([[net, bits], step, isEnd]) => (net + (isEnd ? 2 ** (32 - bits) : 0) + step + 2 ** 32) % 2 ** 32);
const address = fc.oneof(fc.nat(0xffff_ffff), nearReserved);

/** How a URL may write an IPv4 address. */
const spelled = (number: number) => [
  dotted(number),
  String(number),
  `0x${number.toString(16)}`,
  `0${number.toString(8)}`,
];

it('takes an IPv4 address for public exactly if no registry reserves it', () => {
  fc.assert(
    fc.property(address, (number) => {
      expect(isPublicAddress(dotted(number))).toBe(!isReserved(number));
    }),
  );
});

const hex = (parts: number[]) => parts.map((part) => part.toString(16)).join(':');

it('takes no IPv6 address for public that leads to an IPv4 address or a local network', () => {
  const groups = fc.array(fc.nat(0xffff), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(groups, address, (parts, number) => {
      const [high, low] = [number >>> 16, number & 0xffff];
      const embedded = [
        [0, 0, 0, 0, 0, 0xffff, high, low],
        [0, 0, 0, 0, 0, 0, high, low],
        [0x64, 0xff9b, 0, 0, 0, 0, high, low],
        [0x2002, high, low, ...parts.slice(3)],
      ];
      for (const one of embedded) expect(isPublicAddress(hex(one))).toBe(false);
      expect(isPublicAddress(`::ffff:${dotted(number)}`)).toBe(false);
      const isGlobal = (parts[0] ?? 0) >>> 13 === 1;
      if (!isGlobal) expect(isPublicAddress(hex(parts))).toBe(false);
      expect(isPublicAddress(`${hex(parts)}%eth0`)).toBe(false);
    }),
  );
});

it('lets no URL lead to a reserved address, however it is written, nor to a port of another service', () => {
  const port = fc.oneof(fc.constantFrom(22, 25, 80, 443, 1023, 1024, 8080), fc.integer({ min: 1, max: 65_535 }));
  fc.assert(
    fc.property(
      address,
      fc.constantFrom(0, 1, 2, 3),
      port,
      fc.constantFrom('http', 'https'),
      (number, way, given, scheme) => {
        const url = new URL(`${scheme}://${spelled(number)[way]}:${given}/`);
        const isForbidden = isReserved(number) || (given < 1024 && given !== 80 && given !== 443);
        const target = () => guardedTarget(url.hostname, portOf(url), new Set());
        if (isForbidden) expect(target).toThrow(ForbiddenAddressError);
        else expect(target()).toMatchObject({ host: dotted(number), port: given });
        expect(guardedTarget(url.hostname, portOf(url), new Set([hostAndPort(url)]))).toMatchObject({ port: given });
      },
    ),
  );
});
