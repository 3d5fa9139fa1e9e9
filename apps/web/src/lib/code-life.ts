/** How long a code holds, as decided. */
const codeLifeMs = 5 * 60_000;

/** When a code that came just now ends by this machine's clock, which may differ from the portal's. */
export function codeEndsAt(now: number, expiresAt?: string): number {
  const leftMs = expiresAt === undefined ? codeLifeMs : Date.parse(expiresAt) - now;
  return now + (leftMs > 0 && leftMs <= codeLifeMs ? leftMs : codeLifeMs);
}
