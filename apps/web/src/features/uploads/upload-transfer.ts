import type { Visibility } from '@tribehall/contract';
import type { DetailedError, HttpRequest, HttpResponse } from 'tus-js-client';
import { ApiError, apiErrorText, apiStatus } from '../../lib/api/api-error.ts';
import { session, token } from '../../lib/api/session.ts';

export type Sending = {
  file: File;
  metadata: { filename: string; visibility: Visibility; fingerprint: string };
  /** An existing upload to resume. */
  uploadId: string | undefined;
  signal: AbortSignal;
  /** The server has created the upload under this id. */
  onCreated: (uploadId: string) => void;
  /** The first call of an attempt reports the offset it starts from. */
  onProgress: (sentBytes: number) => void;
};

/** Files up to this size are sent with the creating request. Larger ones need an id first, to be resumable. */
const maxInlineBytes = 1_000_000;
/** Without progress for this long the connection is dead. After the last byte the server may have a lot to write. */
const stallMs = { sending: 90_000, finishing: 300_000 } as const;
const watchEveryMs = 5_000;
/** An upload that was aborted a moment ago may still be locked. */
const discardRetriesMs = [500, 1_000, 2_000, 4_000, 8_000];

export const loadTus = () => import('tus-js-client');

/** One attempt to send a file. Returns its id; throws an ApiError, or an Error about the file itself. */
export async function sendFile(sending: Sending): Promise<string> {
  const { file, metadata, uploadId, signal } = sending;
  const { Upload } = await loadTus().catch((cause: unknown) => {
    throw networkError(cause);
  });
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    let lastProgressAt = Date.now();
    let sentBytes = 0;
    const upload = new Upload(file, {
      // Given both, tus would create another upload whenever the known one is refused.
      ...(uploadId === undefined ? { endpoint: uploadAddress() } : { uploadUrl: uploadAddress(uploadId) }),
      metadata,
      uploadDataDuringCreation: file.size <= maxInlineBytes,
      storeFingerprintForResuming: false,
      retryDelays: null,
      ...asUser,
      onUploadUrlAvailable: () => sending.onCreated(uploadIdOf(upload.url)),
      onProgress: (bytes) => {
        lastProgressAt = Date.now();
        sentBytes = bytes;
        sending.onProgress(bytes);
      },
      onSuccess: () => end(() => resolve(uploadIdOf(upload.url))),
      onError: (error) => end(() => resolve(failWith(error, file))),
    });
    const abort = (reason: Error) => {
      void upload.abort();
      end(() => reject(reason));
    };
    const stop = () => abort(new DOMException('The upload was stopped.', 'AbortError'));
    const watch = setInterval(() => {
      const limitMs = sentBytes < file.size ? stallMs.sending : stallMs.finishing;
      if (Date.now() - lastProgressAt > limitMs) abort(networkError());
    }, watchEveryMs);
    const end = (finish: () => void) => {
      clearInterval(watch);
      signal.removeEventListener('abort', stop);
      finish();
    };
    signal.addEventListener('abort', stop);
    upload.start();
  });
}

/** Deletes an unfinished upload on the server. Idempotent: one that is already gone is fine. */
export async function discardUpload(uploadId: string): Promise<void> {
  const { Upload } = await loadTus();
  try {
    await Upload.terminate(uploadAddress(uploadId), {
      ...asUser,
      retryDelays: discardRetriesMs,
      onShouldRetry: ({ originalResponse }) => isTransient(originalResponse?.getStatus() ?? 0),
    });
  } catch (error) {
    const failure = await uploadFailure(error instanceof Error ? error : new Error(String(error)));
    const isGone = failure instanceof ApiError && [404, 410].includes(failure.status);
    if (!isGone) throw failure;
  }
}

async function failWith(error: Error, file: File): Promise<never> {
  throw await uploadFailure(error, file);
}

function networkError(cause?: unknown): ApiError {
  return new ApiError({ status: apiStatus.network, message: apiErrorText.network, cause });
}

const usedTokens = new WeakMap<HttpRequest, string | null>();

/** Authenticates each request with the current token and applies what the response says about the session. */
const asUser = {
  onBeforeRequest: (request: HttpRequest) => {
    const usedToken = token.get();
    usedTokens.set(request, usedToken);
    if (usedToken !== null) request.setHeader('authorization', `Bearer ${usedToken}`);
  },
  onAfterResponse: (request: HttpRequest, response: HttpResponse) => {
    const usedToken = usedTokens.get(request) ?? null;
    const renewed = response.getHeader('x-access-token') ?? '';
    if (renewed !== '') session.renew(usedToken, renewed);
    if (response.getStatus() !== apiStatus.unauthorized) return;
    // A HEAD response has no body with the error code; there an invalid token is the only reason for a 401.
    const isEnded = request.getMethod() === 'HEAD' || readRefusal(response).code === 'INVALID_TOKEN';
    if (isEnded) session.expire(usedToken);
  },
};

/** Absolute, because tus resolves the addresses in responses against it. */
function uploadAddress(uploadId?: string): string {
  const path = `/api/files/uploads${uploadId === undefined ? '' : `/${encodeURIComponent(uploadId)}`}`;
  return new URL(path, location.origin).href;
}

function uploadIdOf(address: string | null): string {
  return decodeURIComponent(address?.split('/').at(-1) ?? '');
}

type Refusal = { message: string; code: string | undefined; details: unknown };

/** Why an attempt failed, as an error the rest of the app knows. Checks the file before blaming the network. */
async function uploadFailure(error: Error | DetailedError, file?: File): Promise<Error> {
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
function readRefusal(response: HttpResponse): Refusal {
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
function isTransient(status: number): boolean {
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
