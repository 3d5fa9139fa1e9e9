import { seededRandom, type SeededRandom } from './seeded-random.ts';

/** Sizes, counts and offsets that readers stumble over. */
const oddNumbers = [0, 1, -1, 4, 255, 65_535, 2 ** 31 - 1, -(2 ** 31), 2 ** 30, -2, 1_000_000];

const kinds: ((bytes: Buffer, random: SeededRandom) => Buffer)[] = [
  (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1)),
  (bytes, random) => {
    for (let remaining = 1 + random.below(4); remaining > 0; remaining -= 1)
      flipBit(bytes, random.below(bytes.length * 8));
    return bytes;
  },
  (bytes, random) => {
    for (let remaining = 1 + random.below(8); remaining > 0; remaining -= 1)
      bytes[random.below(bytes.length)] = random.below(256);
    return bytes;
  },
  (bytes, random) => {
    if (bytes.length >= 4) bytes.writeInt32LE(random.pick(oddNumbers), random.below(bytes.length - 3));
    return bytes;
  },
  (bytes, random) => {
    const from = random.below(bytes.length);
    const to = from + random.below(bytes.length - from);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(random.below(to + 1))]);
  },
  (_bytes, random) => random.bytes(random.below(400)),
];

/** The same broken copies in every run: cut, flipped, overwritten, with odd numbers, doubled, or nothing but chance. */
export function* mutations(originals: readonly Buffer[], count: number, seed: number): Generator<Buffer> {
  const random = seededRandom(seed);
  for (let remaining = count; remaining > 0; remaining -= 1)
    yield random.pick(kinds)(Buffer.from(random.pick(originals)), random);
}

function flipBit(bytes: Buffer, bit: number): void {
  const at = bit >> 3;
  bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7));
}
