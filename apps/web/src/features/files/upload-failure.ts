import type { DetailedError, HttpResponse } from 'tus-js-client';
import { ApiError, apiErrorText, apiStatus } from '../../lib/api/api-error.ts';

type Refusal = { message: string; code: string | undefined; details: unknown };

/** Why a try failed, as the rest of the app knows it. Where the file itself is the reason, the line is not to blame. */
export async function uploadFailure(error: Error | DetailedError, file?: File): Promise<Error> {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  if (response !== null) {
    return new ApiError({ status: response.getStatus(), ...readRefusal(response), cause: error });
  }
  if (file !== undefined && !(await isReadable(file))) {
    return new Error('This file was changed or is gone. Please choose it again.', { cause: error });
  }
  return new ApiError({ status: apiStatus.network, message: apiErrorText.network, cause: error });
}

/** What the server says about it, in its own envelope or that of a program in between. */
export function readRefusal(response: HttpResponse): Refusal {
  const envelope = parse(response.getBody());
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

function parse(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Browsers refuse to read a file that is not as it was when it was chosen. */
async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
