import { errorStatus, errorText, type ErrorCode } from '@tribehall/contract';

/** The one error that reaches a caller. Thrown by services and policies. */
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

/** The caller has to wait; becomes a `Retry-After` header too. */
export function tooMany(retryAfterMs: number): AppError {
  const retryAfterS = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return new AppError('TOO_MANY_REQUESTS', `Too many tries. Please wait ${retryAfterS} s.`, { retryAfterS });
}
