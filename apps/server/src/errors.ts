import { errorStatus, errorText, type ErrorCode } from '@tribehall/contract';

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
