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

/** One field of the request is to blame: listed the same way as what the schema refuses, so that a form finds it. */
export function fieldError(code: ErrorCode, field: string, message: string = errorText[code]): AppError {
  return new AppError(code, message, { fields: [{ field, message }] });
}

/** The caller has to wait; becomes a `Retry-After` header too. */
export function tooMany(retryAfterMs: number): AppError {
  const retryAfterS = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return new AppError('TOO_MANY_REQUESTS', `Too many tries. Please wait ${retryAfterS} s.`, { retryAfterS });
}
