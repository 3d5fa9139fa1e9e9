import { createHash } from 'node:crypto';
import type { Limit } from './route.ts';

export type Verdict = { isAllowed: boolean; retryAfterS: number; headers: Record<string, string> };

export type RateLimits = { take: (bucket: string, limit: Limit) => Verdict };

type Bucket = { remaining: number; resetsAt: number };

const maxBuckets = 5_000;

/** One window per bucket, reported in Discord's headers. */
export function createRateLimits(): RateLimits {
  const buckets = new Map<string, Bucket>();
  return {
    take: (key, limit) => {
      const now = Date.now();
      if (buckets.size > maxBuckets) forgetOld(buckets, now);
      const known = buckets.get(key);
      const bucket = known && known.resetsAt > now ? known : { remaining: limit.calls, resetsAt: now + limit.perMs };
      buckets.set(key, bucket);
      const isAllowed = bucket.remaining > 0;
      bucket.remaining = Math.max(0, bucket.remaining - 1);
      const retryAfterS = (bucket.resetsAt - now) / 1_000;
      return { isAllowed, retryAfterS, headers: headersOf(key, limit, bucket, retryAfterS) };
    },
  };
}

function headersOf(
  key: string,
  limit: Limit,
  { remaining, resetsAt }: Bucket,
  resetAfterS: number,
): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit.calls),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': (resetsAt / 1_000).toFixed(3),
    'x-ratelimit-reset-after': resetAfterS.toFixed(3),
    'x-ratelimit-bucket': createHash('sha256').update(key).digest('hex').slice(0, 32),
  };
}

function forgetOld(buckets: Map<string, Bucket>, now: number): void {
  for (const [key, { resetsAt }] of buckets) if (resetsAt <= now) buckets.delete(key);
}
