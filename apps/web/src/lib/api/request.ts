import { newVersion, NewVersionError } from '../code/new-version.ts';
import { ApiError, apiErrorText, apiStatus } from './api-error.ts';
import { createConnection } from './connection.ts';
import { session, token } from './session.ts';

const basePath = '/api';
export const replyTimeoutMs = 30_000;
const probeTimeoutMs = 5000;

/** Any response proves that the portal is there, also a refusal. */
export const connection = createConnection(async () => {
  const response = await fetch(`${basePath}/health`, {
    cache: 'no-store',
    signal: AbortSignal.timeout(probeTimeoutMs),
  });
  if (!isFromPortal(response)) throw unreachable();
  newVersion.noteServed(response.headers.get('x-web-build'));
});

export type RequestParts = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
  instigator?: string | undefined;
  timeoutMs?: number;
  headers?: Record<string, string>;
};

export type PortalResponse = { response: Response; usedToken: string | null };

/** Sends one request of the contract. A renewed token in the response replaces the one that was sent. */
export async function send(key: string, parts: RequestParts, timeout?: AbortSignal): Promise<PortalResponse> {
  if (!navigator.onLine) throw unreachable();
  const [method = 'GET', template = '/'] = key.split(' ');
  const usedToken = token.get();
  const headers = new Headers(parts.headers);
  if (usedToken !== null) headers.set('authorization', `Bearer ${usedToken}`);
  if (parts.body !== undefined) headers.set('content-type', 'application/json');
  if (parts.instigator !== undefined) headers.set('x-instigator', parts.instigator);
  const signals = [parts.signal, timeout].filter((signal) => signal !== undefined);
  const init: RequestInit = { method, headers, cache: 'no-store', signal: AbortSignal.any(signals) };
  if (parts.body !== undefined) init.body = JSON.stringify(parts.body);
  try {
    const response = await fetch(urlOf(template, parts), init);
    if (isFromPortal(response)) connection.reached();
    else connection.suspect();
    newVersion.noteServed(response.headers.get('x-web-build'));
    const renewed = response.headers.get('x-access-token');
    if (renewed !== null && renewed !== '') session.renew(usedToken, renewed);
    return { response, usedToken };
  } catch (cause) {
    throw parts.signal?.aborted === true ? cause : unreachable(cause);
  }
}

/** Reads the body. A connection that breaks meanwhile is an error of the connection, unless the caller has aborted. */
export async function readWhole<Content>(read: () => Promise<Content>, signal?: AbortSignal): Promise<Content> {
  try {
    return await read();
  } catch (cause) {
    throw signal?.aborted === true ? cause : unreachable(cause);
  }
}

/** Puts a file of the app into the browser's cache. */
export async function fetchAsset(url: string): Promise<void> {
  if (!navigator.onLine) throw unreachable();
  const response = await fetch(url, { signal: AbortSignal.timeout(replyTimeoutMs) }).catch((cause: unknown) => {
    throw unreachable(cause);
  });
  if (response.status === apiStatus.notFound) {
    newVersion.announce();
    throw new NewVersionError();
  }
  if (!response.ok) throw unreachable();
  await readWhole(() => response.arrayBuffer());
}

/** The error of a request without a response. It also makes the connection probe the portal. */
export function unreachable(cause?: unknown): ApiError {
  connection.suspect();
  return navigator.onLine
    ? new ApiError({ status: apiStatus.network, message: apiErrorText.network, cause })
    : new ApiError({ status: apiStatus.offline, message: apiErrorText.offline, cause });
}

/** A proxy responds too while the portal behind it is down. */
function isFromPortal({ status, headers }: Response): boolean {
  const isProxyFailure = status === 502 || status === 503 || status === 504;
  return !isProxyFailure || headers.get('content-type')?.startsWith('application/json') === true;
}

function urlOf(template: string, { params, query }: RequestParts): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      search.set(name, String(value));
    }
  }
  return `${basePath}${path}${search.size > 0 ? `?${search.toString()}` : ''}`;
}
