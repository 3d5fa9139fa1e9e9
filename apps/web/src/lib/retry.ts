import { ApiError } from './api-error.ts';

const maxRetries = 3;

/** A server that answered has decided: only silence is worth another try. */
export function shouldRetry(failureCount: number, error: unknown): boolean {
  const isAnswer = error instanceof ApiError && error.status > 0;
  return !isAnswer && failureCount < maxRetries;
}

export function retryDelayMs(attempt: number): number {
  return Math.min(1000 * 2 ** attempt, 30_000);
}
