import type { HttpRequest, HttpResponse } from 'tus-js-client';
import { apiStatus } from '../../lib/api/api-error.ts';
import { session, token } from '../../lib/api/session.ts';
import { readRefusal } from './upload-failure.ts';

const usedTokens = new WeakMap<HttpRequest, string | null>();

/** Every request goes as whoever is logged in by then, and what its answer says about the login holds. */
export const asUser = {
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
    // The answer to a HEAD has no body to say which of the refusals it is; there a token was the only thing to refuse.
    const isEnded = request.getMethod() === 'HEAD' || readRefusal(response).code === 'INVALID_TOKEN';
    if (isEnded) session.expire(usedToken);
  },
};

/** With the origin: the addresses that the server answers are resolved against it. */
export function uploadAddress(uploadId?: string): string {
  const path = `/api/files/uploads${uploadId === undefined ? '' : `/${encodeURIComponent(uploadId)}`}`;
  return new URL(path, location.origin).href;
}

export function uploadIdOf(address: string | null): string {
  return decodeURIComponent(address?.split('/').at(-1) ?? '');
}
