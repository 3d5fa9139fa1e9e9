import { createCipheriv, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { discoveryReply, decryptRtp, ssrcOf } from './ears.ts';

const key = randomBytes(32);

function seal(header: Buffer, content: Buffer): Buffer {
  const counter = Buffer.from([0, 0, 0, 7]);
  const cipher = createCipheriv('aes-256-gcm', key, Buffer.concat([counter, Buffer.alloc(8)]));
  cipher.setAAD(header);
  return Buffer.concat([header, cipher.update(content), cipher.final(), cipher.getAuthTag(), counter]);
}

const header = Buffer.from('807800010000000a00000063', 'hex');

it('opens what was sealed with the key, and nothing else', () => {
  const packet = seal(header, Buffer.from('opus'));
  expect(ssrcOf(packet)).toBe(99);
  expect(decryptRtp(packet, key)?.toString()).toBe('opus');
  expect(decryptRtp(packet, randomBytes(32))).toBeUndefined();
  packet.writeUInt8(packet.readUInt8(3) ^ 1, 3);
  expect(decryptRtp(packet, key)).toBeUndefined();
  expect(decryptRtp(header, key)).toBeUndefined();
  expect(ssrcOf(Buffer.alloc(20))).toBeUndefined();
});

it('leaves out the content of a header extension', () => {
  const extended = Buffer.concat([Buffer.from([0x90]), header.subarray(1), Buffer.from('bede0001', 'hex')]);
  expect(decryptRtp(seal(extended, Buffer.from('EXT!opus')), key)?.toString()).toBe('opus');
});

it('returns a sender its address', () => {
  const asked = Buffer.alloc(74);
  asked.writeUInt16BE(1, 0);
  asked.writeUInt32BE(99, 4);
  const reply = discoveryReply(asked, '127.0.0.1', 50_000);
  expect(reply?.readUInt16BE(0)).toBe(2);
  expect(reply?.readUInt32BE(4)).toBe(99);
  expect(reply?.toString('ascii', 8, 18)).toBe('127.0.0.1\0');
  expect(reply?.readUInt16BE(72)).toBe(50_000);
  expect(discoveryReply(asked.subarray(1), '127.0.0.1', 1)).toBeUndefined();
});
