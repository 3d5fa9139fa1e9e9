import type { Verdict } from './people.ts';
import type { Reply } from './portals.ts';
import type { World } from './world.ts';

export function at<T>(list: readonly T[], index: number): T {
  return list[index] as T;
}

/** The reply to a single command. */
export function outcomeOf({ status, code, error = '' }: Reply): 'done' | 'not-run' | 'unknown' {
  if (status === 200) return 'done';
  if ([400, 401, 403, 404, 429].includes(status)) return 'not-run';
  return code === 'SERVER_OFFLINE' && !/\bmay\b/.test(error) ? 'not-run' : 'unknown';
}

/**
 * Whether a change by the Owner was carried out. Its outcome may be unknown only where the portal was stopped in the middle of
 * it; nothing refuses an Owner.
 */
export function isDone({ faults }: Pick<World, 'faults'>, what: string, { status, code }: Reply): boolean {
  if (status !== 200 && status !== 0 && status < 500) faults.push(`${what} answered ${status} ${code} to the Owner.`);
  return status === 200;
}

export function checkRefusal(
  { faults }: Pick<World, 'faults'>,
  what: string,
  { status, code }: Reply,
  verdict: Verdict,
): void {
  const isRefused = status === 401 || status === 403;
  if (verdict === 'no' && !isRefused && status !== 0)
    faults.push(`${what} answered ${status} to someone without the right.`);
  if (verdict === 'yes' && isRefused) faults.push(`${what} answered ${status} ${code} to someone with the right.`);
}
