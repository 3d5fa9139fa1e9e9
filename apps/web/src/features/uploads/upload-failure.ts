import type { DetailedError, HttpResponse } from 'tus-js-client';
import { ApiError, apiErrorText, apiStatus } from '../../lib/api/api-error.ts';

type Refusal = { message: string; code: string | undefined; details: unknown };

/** Why an attempt failed, as an error the rest of the app knows. Checks the file before blaming the network. */
export async function uploadFailure(error: Error | DetailedError, file?: File): Promise<Error> {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  if (response !== null) {
    return new ApiError({ status: response.getStatus(), ...readRefusal(response), cause: error });
  }
  if (file !== undefined && !(await isReadable(file))) {
    return new Error('This file was changed or deleted. Choose it again.', { cause: error });
  }
  return new ApiError({ status: apiStatus.network, message: apiErrorText.network, cause: error });
}

/** Reads the portal's error envelope, or makes do with whatever a proxy in between sent. */
export function readRefusal(response: HttpResponse): Refusal {
  const envelope = parseObject(response.getBody());
  const { error, code, details } = envelope;
  const isTooLarge = response.getStatus() === apiStatus.payloadTooLarge;
  const fallback = isTooLarge ? apiErrorText.tooLarge : apiErrorText.unknown;
  const retryAfterS = Number.parseInt(response.getHeader('retry-after') ?? '', 10);
  return {
    message: typeof error === 'string' && error !== '' ? error : fallback,
    code: typeof code === 'string' ? code : undefined,
    details: Number.isNaN(retryAfterS) ? details : { retryAfterS },
  };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Browsers refuse to read a file that changed after it was chosen. */
async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** What to do about a failed attempt. `isOwn`: the problem concerns this upload alone, so others need not wait. */
type Verdict =
  | { next: 'retry'; isOwn: boolean; waitMs: number }
  | { next: 'restart'; waitMs: 0 }
  | { next: 'fail'; mayRetry: boolean };

const httpStatus = { ...apiStatus, gone: 410, locked: 423, notBuilt: 501, storageFull: 507 } as const;

const ownProblems: number[] = [httpStatus.conflict, httpStatus.locked, httpStatus.internal];
/** The server would reply the same to a retry. */
const finalStatuses: number[] = [
  httpStatus.badRequest,
  httpStatus.notFound,
  httpStatus.payloadTooLarge,
  414,
  415,
  httpStatus.notBuilt,
];

/** Network failures and server trouble are retried forever; a refusal is final. */
export function judge(error: unknown, hasBegun: boolean): Verdict {
  if (!(error instanceof ApiError)) return { next: 'fail', mayRetry: false };
  const isGone = error.status === httpStatus.notFound || error.status === httpStatus.gone;
  if (hasBegun && isGone) return { next: 'restart', waitMs: 0 };
  if (isTransient(error.status)) {
    return { next: 'retry', isOwn: ownProblems.includes(error.status), waitMs: retryAfterMs(error) };
  }
  return { next: 'fail', mayRetry: !finalStatuses.includes(error.status) };
}

/** Whether a status is transient: the same request may succeed a moment later. */
export function isTransient(status: number): boolean {
  if (status >= httpStatus.internal) return status !== httpStatus.storageFull && status !== httpStatus.notBuilt;
  const isBusy = status === httpStatus.tooManyRequests || status === httpStatus.timeout;
  return status <= 0 || isBusy || ownProblems.includes(status);
}

/** From the server's Retry-After header. */
function retryAfterMs({ details }: ApiError): number {
  const hasWait = typeof details === 'object' && details !== null && 'retryAfterS' in details;
  const seconds = hasWait ? Number(details.retryAfterS) : 0;
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0;
}
