import { createHmac, timingSafeEqual } from 'node:crypto';

/** RFC 6238 with what every authenticator app supports: SHA-1, 30 seconds; the codes have 6 digits. */
const stepMs = 30_000;
/** Clocks of phones differ: the code before and the one after count too. */
const tolerance = 1;

export function totpCode(secret: Buffer, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const value = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(value % 10 ** digits).padStart(digits, '0');
}

export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / stepMs);
}

/** The time step that a code belongs to; undefined if it is wrong. */
export function findStep(secret: Buffer, code: string, now: Date): number | undefined {
  const current = stepAt(now);
  const given = Buffer.from(code);
  let found: number | undefined;
  for (let step = current - tolerance; step <= current + tolerance; step += 1) {
    const right = Buffer.from(totpCode(secret, step));
    if (given.length === right.length && timingSafeEqual(given, right)) found = step;
  }
  return found;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 (RFC 4648) without padding. */
export function toBase32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}
