import { setTimeout as wait } from 'node:timers/promises';
import type { Scene } from '../model/scene.ts';
import { jsonReply, type Reply } from './reply.ts';

const hugeBytes = 5 * 1024 * 1024;

/** What a call of the API gets instead of an answer, as the switches say. */
export async function faultFor({ switches }: Scene, path: string): Promise<Reply | undefined> {
  const { faultsAt, slowMs, status, rubbish, rateLimited } = switches;
  if (faultsAt !== undefined && !path.includes(faultsAt)) return undefined;
  if (slowMs > 0) await wait(slowMs, undefined, { ref: false });
  if (rateLimited && (rateLimited.times ?? 1) > 0) {
    if (rateLimited.times !== undefined) rateLimited.times -= 1;
    return tooMany(rateLimited.retryAfterS, {});
  }
  if (status !== undefined) return jsonReply(status, { message: `${status}: It was told to fail`, code: 0 });
  if (rubbish === 'no-json') {
    return { status: 200, headers: { 'content-type': 'application/json' }, body: '<html>Bad gateway' };
  }
  if (rubbish === 'huge') return jsonReply(200, { message: 'x'.repeat(hugeBytes) });
  return undefined;
}

export function tooMany(retryAfterS: number, headers: Record<string, string>): Reply {
  return jsonReply(
    429,
    { message: 'You are being rate limited.', retry_after: retryAfterS, global: false },
    { ...headers, 'retry-after': String(Math.ceil(retryAfterS)), 'x-ratelimit-scope': 'user' },
  );
}
