import { createPublicKey, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { createVapidKeys, encryptPush, isPushKey, maxPushBytes, vapidHeader } from './web-push.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

/** RFC 8291, section 5 and appendix A. */
const vector = {
  text: 'When I grow up, I want to be a watermelon',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  random: { privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'), salt: bytes('DGv6ra1nlYgDCS1FRnbzlw') },
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

it('encrypts the message of RFC 8291', () => {
  const { text, keys, random, message } = vector;
  expect(encryptPush(text, keys, random).toString('base64url')).toBe(message);
});

it('encrypts each message differently, and none that does not fit', () => {
  const { text, keys } = vector;
  expect(encryptPush(text, keys).equals(encryptPush(text, keys))).toBe(false);
  expect(encryptPush('x'.repeat(maxPushBytes), keys).length).toBe(4096);
  expect(() => encryptPush('x'.repeat(maxPushBytes + 1), keys)).toThrow('too long');
});

it('knows which keys of browsers are points on the curve', () => {
  expect(isPushKey(vector.keys.p256dh)).toBe(true);
  expect(isPushKey(`${vector.keys.p256dh.slice(0, -2)}AA`)).toBe(false);
  expect(isPushKey('BCVx')).toBe(false);
});

it('signs for one push service, for less than a day', () => {
  const keys = createVapidKeys();
  const now = new Date('2026-01-01T00:00:00Z');
  const header = vapidHeader(keys, { endpoint: 'https://push.test/send/1', subject: 'https://portal.test', now });
  const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  expect(key).toBe(keys.publicKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  expect(JSON.parse(bytes(head).toString())).toEqual({ typ: 'JWT', alg: 'ES256' });
  const read = JSON.parse(bytes(claims).toString()) as { exp: number };
  expect(read).toMatchObject({ aud: 'https://push.test', sub: 'https://portal.test' });
  expect(read.exp - now.getTime() / 1000).toBeLessThanOrEqual(24 * 60 * 60);
  const point = bytes(keys.publicKey);
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), signed, bytes(signature))).toBe(true);
});
