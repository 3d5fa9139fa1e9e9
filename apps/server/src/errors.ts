import { errorStatus, errorText, type ErrorCode } from '@tribehall/contract';
import { ShareFullError } from './platform/fair-semaphore.ts';
import { SemaphoreFullError } from './platform/semaphore.ts';

/** The only error that reaches a caller. Thrown by services and policies. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, message: string = errorText[code], details?: Record<string, unknown>, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** An error of one field of the request, in the same format as schema errors, so that a form can show it. */
export function fieldError(code: ErrorCode, field: string, message: string = errorText[code]): AppError {
  return new AppError(code, message, { fields: [{ field, message }] });
}

/** The caller has to wait; also sets the `Retry-After` header. */
export function tooMany(retryAfterMs: number): AppError {
  const retryAfterS = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return new AppError('TOO_MANY_REQUESTS', `Too many attempts. Please wait ${retryAfterS} s.`, { retryAfterS });
}

const busyRetryAfterS = 2;

/**
 * What a semaphore refuses, in words: `share` because of the caller's own work, `all` because of everyone's. Other errors
 * are returned as they are.
 */
export function toBusyError(error: unknown, sentences: { share: string; all: string }): unknown {
  if (!(error instanceof SemaphoreFullError)) return error;
  const details = { retryAfterS: busyRetryAfterS };
  return error instanceof ShareFullError
    ? new AppError('TOO_MANY_REQUESTS', sentences.share, details, error)
    : new AppError('UNAVAILABLE', sentences.all, details, error);
}
