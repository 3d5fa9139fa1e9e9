import type { Visibility } from '@tribehall/contract';
import { ApiError, apiErrorText, apiStatus } from '../../lib/api/api-error.ts';
import { uploadFailure } from './upload-failure.ts';
import { asUser, uploadAddress, uploadIdOf } from './upload-requests.ts';
import { mayPass } from './upload-rules.ts';

export type Sending = {
  file: File;
  metadata: { filename: string; visibility: Visibility; fingerprint: string };
  /** An upload that has begun already, to go on with. */
  uploadId: string | undefined;
  signal: AbortSignal;
  /** The server has begun it under this id. */
  onBegun: (uploadId: string) => void;
  /** The first call of a try tells where it goes on from. */
  onProgress: (sentBytes: number) => void;
};

/** Up to here a file goes along with the first request. A larger one needs its id first, to be resumed by it. */
const bytesAtOnce = 1_000_000;
/** No byte for so long means a dead line. After the last one the server may have much to write. */
const silenceMs = { sending: 90_000, finishing: 300_000 } as const;
const watchEveryMs = 5_000;
/** An upload that was broken off a moment ago may still be held. */
const discardRetriesMs = [500, 1_000, 2_000, 4_000, 8_000];

export const loadTus = () => import('tus-js-client');

/** Sends a file in one try and answers its id. What goes wrong is an ApiError, or an Error about the file itself. */
export async function sendFile(sending: Sending): Promise<string> {
  const { file, metadata, uploadId, signal } = sending;
  const { Upload } = await loadTus().catch((cause: unknown) => {
    throw lostLine(cause);
  });
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    let lastMoveAt = Date.now();
    let sentBytes = 0;
    const upload = new Upload(file, {
      // With both of them, any refusal of the known upload would begin another one.
      ...(uploadId === undefined ? { endpoint: uploadAddress() } : { uploadUrl: uploadAddress(uploadId) }),
      metadata,
      uploadDataDuringCreation: file.size <= bytesAtOnce,
      storeFingerprintForResuming: false,
      retryDelays: null,
      ...asUser,
      onUploadUrlAvailable: () => sending.onBegun(uploadIdOf(upload.url)),
      onProgress: (bytes) => {
        lastMoveAt = Date.now();
        sentBytes = bytes;
        sending.onProgress(bytes);
      },
      onSuccess: () => end(() => resolve(uploadIdOf(upload.url))),
      onError: (error) => end(() => resolve(failWith(error, file))),
    });
    const breakOff = (reason: Error) => {
      void upload.abort();
      end(() => reject(reason));
    };
    const stop = () => breakOff(new DOMException('The upload was stopped.', 'AbortError'));
    const watch = setInterval(() => {
      const limitMs = sentBytes < file.size ? silenceMs.sending : silenceMs.finishing;
      if (Date.now() - lastMoveAt > limitMs) breakOff(lostLine());
    }, watchEveryMs);
    const end = (settle: () => void) => {
      clearInterval(watch);
      signal.removeEventListener('abort', stop);
      settle();
    };
    signal.addEventListener('abort', stop);
    upload.start();
  });
}

/** Gives up what the server has of an upload. One that is gone already is fine. */
export async function discardUpload(uploadId: string): Promise<void> {
  const { Upload } = await loadTus();
  try {
    await Upload.terminate(uploadAddress(uploadId), {
      ...asUser,
      retryDelays: discardRetriesMs,
      onShouldRetry: ({ originalResponse }) => mayPass(originalResponse?.getStatus() ?? 0),
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

function lostLine(cause?: unknown): ApiError {
  return new ApiError({ status: apiStatus.network, message: apiErrorText.network, cause });
}
