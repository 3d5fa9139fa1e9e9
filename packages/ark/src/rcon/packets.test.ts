import { describe, expect, it } from 'vitest';
import { seededRandom } from '../testing/seeded-random.ts';
import { createPacketReader, encodePacket, PacketError, type Packet } from './packets.ts';

const seen = (packets: Packet[]) => packets.map(({ id, type, body }) => ({ id, type, body: body.toString() }));

describe('a packet', () => {
  it('is written as the protocol says', () => {
    expect(encodePacket({ id: 7, type: 2, body: 'hi' }).toString('hex')).toBe('0c000000070000000200000068690000');
  });

  it('counts bytes, not letters', () => {
    const bytes = encodePacket({ id: 1, type: 2, body: 'é🦖' });

    expect(bytes.readInt32LE(0)).toBe(16);
    expect(seen(createPacketReader()(bytes))).toEqual([{ id: 1, type: 2, body: 'é🦖' }]);
  });
});

describe('the reader', () => {
  const stream = Buffer.concat([
    encodePacket({ id: 1, type: 2, body: '' }),
    encodePacket({ id: -1, type: 0, body: 'Keep Alive' }),
    encodePacket({ id: 2, type: 0, body: 'x'.repeat(5000) }),
  ]);

  it('finds the same packets wherever the stream is cut', { timeout: 60_000 }, () => {
    for (let cut = 0; cut <= stream.length; cut += 1) {
      const read = createPacketReader();
      const packets = [...read(stream.subarray(0, cut)), ...read(stream.subarray(cut))];
      expect(packets.map(({ id }) => id)).toEqual([1, -1, 2]);
      expect(packets[2]?.body).toHaveLength(5000);
    }
  });

  it('finds them in single bytes', () => {
    const read = createPacketReader();
    const packets = [...stream].flatMap((byte) => read(Buffer.of(byte)));

    expect(packets.map(({ id }) => id)).toEqual([1, -1, 2]);
  });

  it.each([-2_147_483_648, -1, 0, 9, 1024 * 1024 + 1, 2_147_483_647])('refuses an announced size of %i', (size) => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32LE(size);

    expect(() => createPacketReader()(bytes)).toThrow(PacketError);
  });

  it(
    'survives 100,000 mutated and random chunks with nothing but packets or a PacketError',
    { timeout: 60_000 },
    () => {
      let longest = 0;
      const random = seededRandom(2026);
      let refused = 0;
      let read = createPacketReader(4096);
      for (let round = 0; round < 100_000; round += 1) {
        const bytes = encodePacket({
          id: random.below(99),
          type: random.below(4),
          body: 'Keep Alive'.slice(random.below(10)),
        });
        for (let count = random.below(3); count > 0; count -= 1) bytes[random.below(bytes.length)] = random.below(256);
        const chunk = random.below(4) === 0 ? bytes.subarray(0, random.below(bytes.length)) : bytes;
        try {
          for (const { body } of read(chunk)) longest = Math.max(longest, body.length);
        } catch (error) {
          if (!(error instanceof PacketError)) throw error;
          refused += 1;
          read = createPacketReader(4096);
        }
      }

      expect(refused).toBeGreaterThan(1000);
      expect(longest).toBeLessThanOrEqual(4096 - 10);
    },
  );
});
