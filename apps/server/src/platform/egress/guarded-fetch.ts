import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { ForbiddenAddressError, guardedTarget, portOf } from './guarded-target.ts';

export type GuardedRequest = {
  /** `host:port` entries that may be private. */
  allowed?: ReadonlySet<string>;
  headers?: Record<string, string>;
  /** Sent with POST; without it, the request is a GET. */
  body?: Buffer;
  maxBytes: number;
  timeoutMs: number;
  /** Whether a redirect may lead there; by default to any public address. */
  mayFollow?: (url: URL) => boolean;
};

export type GuardedFetchResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer };

const maxRedirects = 3;

/** Fetches from the internet, or posts to it: never from a private address, and within the given limits. */
export async function guardedFetch(address: string, options: GuardedRequest): Promise<GuardedFetchResponse> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  let url = new URL(address);
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await send(url, options, signal);
    const { location } = response.headers;
    const status = response.statusCode ?? 0;
    if (status < 300 || status >= 400 || location === undefined || !URL.canParse(location, url.href)) {
      const body = await readBody(response, options.maxBytes);
      return { status, headers: response.headers, body };
    }
    response.destroy();
    url = new URL(location, url.href);
    if (options.mayFollow?.(url) === false) throw new ForbiddenAddressError(`${url.host} is not an allowed host.`);
  }
  throw new Error('There are too many redirects.');
}

function send(url: URL, options: GuardedRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const isHttps = url.protocol === 'https:';
  if ((!isHttps && url.protocol !== 'http:') || url.username !== '' || url.password !== '')
    throw new ForbiddenAddressError('Only plain http and https addresses are fetched.');
  const target = guardedTarget(url.hostname, portOf(url), options.allowed ?? new Set());
  const { body } = options;
  const length = body && { 'content-length': String(body.length) };
  const headers = { 'user-agent': 'tribehall', ...options.headers, ...length, host: url.host };
  const method = body ? 'POST' : 'GET';
  return new Promise((resolve, reject) => {
    const request = (isHttps ? requestHttps : requestHttp)(
      { ...target, method, path: `${url.pathname}${url.search}`, headers, agent: false, signal },
      resolve,
    );
    request.once('error', reject);
    // Without a listener, an unrequested upgrade would cause neither a response nor an error.
    request.once('upgrade', (_, socket) => {
      socket.destroy();
      reject(new Error('The site speaks another protocol.'));
    });
    request.end(body);
  });
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBytes) throw new Error('The response is too long.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
