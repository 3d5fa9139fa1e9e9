import { doublingSteps, equalJitter, stepAfter } from '@tribehall/common/back-off';
import { ApiError } from './api-error.ts';

const maxRetries = 3;
const steps = doublingSteps(1000, 30_000);

/** 1, 2, 4 seconds and so on, at most 30. The first attempt is number 0. */
export function retryDelayMs(attempt: number): number {
  return stepAfter(steps, attempt + 1);
}

/** With jitter, so that a restarted portal does not get all its clients back at once. */
export function backOffMs(attempt: number): number {
  return equalJitter(retryDelayMs(attempt));
}

/** A portal that replied has decided: only a request without a reply is worth a retry. */
export function shouldRetry(failureCount: number, error: unknown): boolean {
  const isReply = error instanceof ApiError && error.status > 0;
  return !isReply && failureCount < maxRetries;
}

/** The portal has refused the request and would refuse it again. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && [400, 401, 403, 404, 501].includes(error.status);
}

/** Waits; ends early when the network is back or the signal aborts. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      window.removeEventListener('online', finish);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    window.addEventListener('online', finish);
    signal.addEventListener('abort', finish);
  });
}
