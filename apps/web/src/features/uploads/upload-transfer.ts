import type { Visibility } from '@tribehall/contract';
import type { HttpRequest, HttpResponse } from 'tus-js-client';
import { ApiError, apiErrorText, apiStatus } from '../../lib/api/api-error.ts';
import { session, token } from '../../lib/api/session.ts';
import { isTransient, readRefusal, uploadFailure } from './upload-failure.ts';

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
