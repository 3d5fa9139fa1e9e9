import type { CallKey, PartInput, ReplyInput } from '@tribehall/contract';
import { ApiError, apiErrorText, apiStatus } from './api-error.ts';
import { createConnection } from './connection.ts';
import { newVersion, NewVersionError } from '../code/new-version.ts';
import { session, token } from './session.ts';
import { createSseParser, type SseFrame } from './sse.ts';

const basePath = '/api';
const answerTimeoutMs = 30_000;
const probeTimeoutMs = 5000;
/** The server writes a comment at least every 15 seconds; a longer silence means a dead connection. */
const streamSilenceMs = 75_000;

/** Any response will do: a portal that refuses is there. */
export const connection = createConnection(async () => {
  const response = await fetch(`${basePath}/health`, {
    cache: 'no-store',
    signal: AbortSignal.timeout(probeTimeoutMs),
  });
  if (!isFromPortal(response)) throw unreachable();
  newVersion.noteServed(response.headers.get('x-web-build'));
});

type PartName = 'params' | 'query' | 'body';
type Part<Key extends CallKey, Name extends PartName> =
  PartInput<Key, Name> extends undefined
    ? unknown
    : object extends PartInput<Key, Name>
      ? { [N in Name]?: PartInput<Key, Name> }
      : { [N in Name]: PartInput<Key, Name> };

type CallOptions<Key extends CallKey> = Part<Key, 'params'> &
  Part<Key, 'query'> &
  Part<Key, 'body'> & {
    signal?: AbortSignal;
    /** The player on whose behalf an ARK call is made. */
    instigator?: string | undefined;
    /** For answers that take longer than others. */
    timeoutMs?: number;
  };

type CallArguments<Key extends CallKey> =
  object extends CallOptions<Key> ? [options?: CallOptions<Key>] : [options: CallOptions<Key>];

type Sending = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
  instigator?: string | undefined;
  timeoutMs?: number;
  headers?: Record<string, string>;
};

type Answer = { response: Response; usedToken: string | null };
type Envelope = {
  status: number;
  data?: unknown;
  error?: unknown;
  error_description?: unknown;
  code?: unknown;
  details?: unknown;
};

/** Makes one call of the contract and answers its `data`. */
export async function api<Key extends CallKey>(key: Key, ...[options]: CallArguments<Key>): Promise<ReplyInput<Key>> {
  const sending: Sending = options ?? {};
  const answer = await send(key, sending, AbortSignal.timeout(sending.timeoutMs ?? answerTimeoutMs));
  const data = readEnvelope(answer, await readText(answer, sending));
  return data as ReplyInput<Key>;
}

type BlobKey = 'GET /files/{id}/raw' | 'GET /ark/maps/{map}/picture';

/** Fetches bytes; what goes wrong has one text, whatever the body says. Its code is the body's. */
export async function apiBlob<Key extends BlobKey>(key: Key, options: CallOptions<Key>): Promise<Blob> {
  const answer = await send(key, options);
  if (answer.response.ok) return answer.response.blob();
  const { status } = answer.response;
  throw new ApiError({ status, message: apiErrorText.blob, code: await codeOf(answer, options) });
}

async function codeOf(answer: Answer, sending: Sending): Promise<string | undefined> {
  try {
    readEnvelope(answer, await readText(answer, sending));
  } catch (error) {
    if (error instanceof ApiError) return error.code;
  }
  return undefined;
}

type BytesKey = 'GET /ark/servers/{id}/structures/points';
type Bytes = { bytes: ArrayBuffer; etag: string | null };

/** Fetches bytes that have a version; what is here already, by its etag, does not come again. */
export async function apiBytes(
  key: BytesKey,
  { etag, ...options }: CallOptions<BytesKey> & { etag?: string | null | undefined },
): Promise<Bytes | 'same'> {
  const sending: Sending = { ...options, ...(typeof etag === 'string' && { headers: { 'if-none-match': etag } }) };
  const answer = await send(key, sending);
  const { response } = answer;
  if (response.status === apiStatus.notModified) return 'same';
  if (!response.ok) {
    readEnvelope(answer, await readText(answer, sending));
    throw new ApiError({ status: response.status, message: apiErrorText.unknown });
  }
  return { bytes: await readWhole(response, sending), etag: response.headers.get('etag') };
}

async function readWhole(response: Response, { signal }: Sending): Promise<ArrayBuffer> {
  try {
    return await response.arrayBuffer();
  } catch (cause) {
    throw signal?.aborted === true ? cause : unreachable(cause);
  }
}

type BodyKey = 'GET /logs/download' | 'GET /ark/servers/{id}/structures/export';

/** Fetches a text that may be too long to hold, as it comes. */
export async function apiBody<Key extends BodyKey>(
  key: Key,
  options: CallOptions<Key>,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  return readBody(await send(key, options), options);
}

async function readBody(answer: Answer, sending: Sending): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  if (answer.response.ok && answer.response.body !== null) return answer.response.body;
  readEnvelope(answer, await readText(answer, sending));
  throw new ApiError({ status: answer.response.status, message: apiErrorText.unknown });
}

type StreamKey = 'GET /events' | 'GET /events/{id}' | 'POST /terminal/runs';

/** Opens an event stream; the promise settles when the server has accepted it. */
export async function apiStream<Key extends StreamKey>(
  key: Key,
  options: CallOptions<Key> & { lastEventId?: string | undefined; silenceMs?: number },
): Promise<AsyncIterable<SseFrame>> {
  const { lastEventId, silenceMs = streamSilenceMs } = options;
  const headers = { accept: 'text/event-stream', ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) };
  return readFrames(await readBody(await send(key, { ...options, headers }), options), silenceMs);
}

async function send(key: string, sending: Sending, timeout?: AbortSignal): Promise<Answer> {
  if (!navigator.onLine) throw unreachable();
  const [method = 'GET', template = '/'] = key.split(' ');
  const usedToken = token.get();
  const headers = new Headers(sending.headers);
  if (usedToken !== null) headers.set('authorization', `Bearer ${usedToken}`);
  if (sending.body !== undefined) headers.set('content-type', 'application/json');
  if (sending.instigator !== undefined) headers.set('x-instigator', sending.instigator);
  const signals = [sending.signal, timeout].filter((signal) => signal !== undefined);
  const init: RequestInit = { method, headers, cache: 'no-store', signal: AbortSignal.any(signals) };
  if (sending.body !== undefined) init.body = JSON.stringify(sending.body);
  try {
    const response = await fetch(addressOf(template, sending), init);
    if (isFromPortal(response)) connection.reached();
    else connection.suspect();
    newVersion.noteServed(response.headers.get('x-web-build'));
    const renewed = response.headers.get('x-access-token');
    if (renewed !== null && renewed !== '') session.renew(usedToken, renewed);
    return { response, usedToken };
  } catch (cause) {
    throw sending.signal?.aborted === true ? cause : unreachable(cause);
  }
}

/** Puts a file of the app into the browser's cache. */
export async function fetchAsset(address: string): Promise<void> {
  if (!navigator.onLine) throw unreachable();
  const response = await fetch(address, { signal: AbortSignal.timeout(answerTimeoutMs) }).catch((cause: unknown) => {
    throw unreachable(cause);
  });
  if (response.status === apiStatus.notFound) {
    newVersion.announce();
    throw new NewVersionError();
  }
  if (!response.ok) throw unreachable();
  await readWhole(response, {});
}

/** A proxy responds, too, while the portal behind it is away. */
function isFromPortal({ status, headers }: Response): boolean {
  const isProxyFailure = status === 502 || status === 503 || status === 504;
  return !isProxyFailure || headers.get('content-type')?.startsWith('application/json') === true;
}

function addressOf(template: string, { params, query }: Sending): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      search.set(name, String(value));
    }
  }
  return `${basePath}${path}${search.size > 0 ? `?${search.toString()}` : ''}`;
}

async function readText({ response }: Answer, { signal }: Sending): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    throw signal?.aborted === true ? cause : unreachable(cause);
  }
}

function readEnvelope({ response, usedToken }: Answer, text: string): unknown {
  const envelope = parseEnvelope(response.status, text);
  if (envelope.status >= 200 && envelope.status < 400) {
    if (envelope.status >= 300) followRedirect(envelope.data);
    return envelope.data;
  }
  const message = [envelope.error, envelope.error_description].find((part) => typeof part === 'string' && part !== '');
  const error = new ApiError({
    status: envelope.status,
    message: typeof message === 'string' ? message : apiErrorText.unknown,
    code: typeof envelope.code === 'string' ? envelope.code : undefined,
    details: envelope.details,
  });
  if (error.status === apiStatus.unauthorized && error.code === 'INVALID_TOKEN') session.expire(usedToken);
  throw error;
}

function parseEnvelope(status: number, text: string): Envelope {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    const isTooLarge = status === apiStatus.payloadTooLarge;
    const message = isTooLarge ? apiErrorText.tooLarge : cause instanceof Error ? cause.message : apiErrorText.unknown;
    throw new ApiError({ status, message, cause });
  }
  const isEnvelope = typeof body === 'object' && body !== null && 'status' in body && typeof body.status === 'number';
  if (!isEnvelope) throw new ApiError({ status, message: apiErrorText.unknown });
  return body as Envelope;
}

/** Only web addresses: a `javascript:` one would run in our page. */
function followRedirect(address: unknown): void {
  if (typeof address !== 'string' || !URL.canParse(address, location.origin)) return;
  const url = new URL(address, location.origin);
  if (url.protocol === 'https:' || url.protocol === 'http:') location.assign(url.href);
}

async function* readFrames(body: ReadableStream<Uint8Array>, silenceMs: number): AsyncGenerator<SseFrame> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parse = createSseParser();
  try {
    for (;;) {
      const { done, value } = await readBeforeSilence(reader, silenceMs);
      if (done) return;
      yield* parse(decoder.decode(value, { stream: true }));
    }
  } finally {
    // The line may already be gone, and nobody waits for the farewell.
    reader.cancel().catch(() => undefined);
  }
}

async function readBeforeSilence(reader: ReadableStreamDefaultReader<Uint8Array>, silenceMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unreachable()), silenceMs);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** The error of a request without a response; the connection is looked at. */
export function unreachable(cause?: unknown): ApiError {
  connection.suspect();
  return navigator.onLine
    ? new ApiError({ status: apiStatus.network, message: apiErrorText.network, cause })
    : new ApiError({ status: apiStatus.offline, message: apiErrorText.offline, cause });
}
