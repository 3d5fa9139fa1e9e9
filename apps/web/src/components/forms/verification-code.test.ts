import { describe, expect, it } from 'vitest';
import { codeEndsAt } from './verification-code.ts';

const now = Date.parse('2026-01-02T03:04:05Z');
const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString();

describe('codeEndsAt', () => {
  it('believes the portal as long as that can be', () => {
    expect(codeEndsAt(now, inMinutes(3))).toBe(now + 3 * 60_000);
  });

  it.each([undefined, inMinutes(-20), inMinutes(60), 'soon'])('counts five minutes by itself with %j', (expiresAt) => {
    expect(codeEndsAt(now, expiresAt)).toBe(now + 5 * 60_000);
  });
});
