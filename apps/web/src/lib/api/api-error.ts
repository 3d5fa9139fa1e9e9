/** HTTP statuses, and values below 1 for requests without a response. */
export const apiStatus = {
  offline: -1,
  network: 0,
  notModified: 304,
  badRequest: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  timeout: 408,
  conflict: 409,
  payloadTooLarge: 413,
  tooManyRequests: 429,
  internal: 500,
  unavailable: 503,
} as const;

/** The exact texts of the specification. */
export const apiErrorText = {
  unknown: 'An unknown error has occurred.',
  offline: 'No network connection.',
  network: 'Could not reach API server.',
  tooLarge: 'File is too large.',
  blob: 'Unknown error accurred.',
} as const;

type ApiErrorInit = { status: number; message: string; code?: string | undefined; details?: unknown; cause?: unknown };

export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly details: unknown;
  /** When it was received, by this machine's clock. */
  readonly at = Date.now();

  constructor({ status, message, code, details, cause }: ApiErrorInit) {
    super(message, { cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** The text shown to the user; for status 500 it starts with the code. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error) || error.message === '') return apiErrorText.unknown;
  const isInternal = error instanceof ApiError && error.status === apiStatus.internal && error.code !== undefined;
  return isInternal ? `${error.code}: ${error.message}` : error.message;
}

/** What the portal added to the message; of a rate limit the message says it already. */
export function errorDetails(error: unknown): string | undefined {
  if (
    retryAt(error) !== undefined ||
    !(error instanceof ApiError) ||
    error.details === undefined ||
    error.details === null
  )
    return undefined;
  return JSON.stringify(error.details, null, 2);
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.code === code;
}

/** When the caller may try again, by this machine's clock; undefined where there was no rate limit. */
export function retryAt(error: unknown): number | undefined {
  const seconds = error instanceof ApiError ? numberOf(error.details, 'retryAfterS') : undefined;
  return error instanceof ApiError && seconds !== undefined && seconds > 0 ? error.at + seconds * 1000 : undefined;
}

/** The remaining attempts for a code; undefined where the error does not say. */
export function attemptsRemainingOf(error: unknown): number | undefined {
  return error instanceof ApiError ? numberOf(error.details, 'triesLeft') : undefined;
}

function numberOf(details: unknown, name: string): number | undefined {
  if (typeof details !== 'object' || details === null) return undefined;
  const value: unknown = Reflect.get(details, name);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

type FieldError = { field: string; message: string };

/** Messages by field; empty when the error concerns the form as a whole. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(listedFields(error.details).map((entry) => [entry.field, entry.message]));
}

function listedFields(details: unknown): FieldError[] {
  if (typeof details !== 'object' || details === null || !('fields' in details)) return [];
  return Array.isArray(details.fields) ? details.fields.filter(isFieldError) : [];
}

function isFieldError(value: unknown): value is FieldError {
  if (typeof value !== 'object' || value === null || !('field' in value) || !('message' in value)) return false;
  return typeof value.field === 'string' && typeof value.message === 'string';
}
