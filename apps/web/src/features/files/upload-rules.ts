import { ApiError, apiStatus } from '../../lib/api/api-error.ts';

/** What becomes of an upload that did not get through. `isOwn`: others need not wait for what troubles it. */
export type Verdict =
  | { next: 'retry'; isOwn: boolean; waitMs: number }
  | { next: 'anew'; waitMs: 0 }
  | { next: 'fail'; mayRetry: boolean };

const status = { ...apiStatus, gone: 410, locked: 423, notBuilt: 501, storageFull: 507 } as const;

const ownTroubles: number[] = [status.conflict, status.locked, status.internal];
/** Asked again, the server would answer the same. */
const finalAnswers: number[] = [status.badRequest, status.notFound, status.payloadTooLarge, 414, 415, status.notBuilt];

/** A lost line and a server in trouble are waited for without end; what the server has refused is not asked again. */
export function judge(error: unknown, hasBegun: boolean): Verdict {
  if (!(error instanceof ApiError)) return { next: 'fail', mayRetry: false };
  const isGone = error.status === status.notFound || error.status === status.gone;
  if (hasBegun && isGone) return { next: 'anew', waitMs: 0 };
  if (mayPass(error.status)) {
    return { next: 'retry', isOwn: ownTroubles.includes(error.status), waitMs: retryAfterMs(error) };
  }
  return { next: 'fail', mayRetry: !finalAnswers.includes(error.status) };
}

/** The server, or the line to it, may do better in a moment. */
export function mayPass(answer: number): boolean {
  if (answer >= status.internal) return answer !== status.storageFull && answer !== status.notBuilt;
  const isBusy = answer === status.tooManyRequests || answer === status.timeout;
  return answer <= 0 || isBusy || ownTroubles.includes(answer);
}

/** How long the server asks to be left alone. */
function retryAfterMs({ details }: ApiError): number {
  const hasWait = typeof details === 'object' && details !== null && 'retryAfterS' in details;
  const seconds = hasWait ? Number(details.retryAfterS) : 0;
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0;
}
