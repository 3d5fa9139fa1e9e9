import { ApiError } from './api-error.ts';

const maxRetries = 3;

/** 1 to 30 seconds, spread so that a restarted server is not stormed. */
export function backOffMs(attempt: number): number {
  return Math.min(1000 * 2 ** attempt, 30_000) * (0.5 + Math.random() / 2);
}

/** Ends early when the network is back or nobody waits any more. */
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

/** The server has said no and will say so again. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && [400, 401, 403, 404, 501].includes(error.status);
}

/** A server that answered has decided: only silence is worth another try. */
export function shouldRetry(failureCount: number, error: unknown): boolean {
  const isAnswer = error instanceof ApiError && error.status > 0;
  return !isAnswer && failureCount < maxRetries;
}

export function retryDelayMs(attempt: number): number {
  return Math.min(1000 * 2 ** attempt, 30_000);
}
