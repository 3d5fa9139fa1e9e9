import type { CallKey, PartInput, ReplyInput } from '@tribehall/contract';
import { ApiError, apiErrorText, apiStatus } from './api-error.ts';
import { readFrames, type SseFrame } from './event-stream.ts';
import { readWhole, replyTimeoutMs, send, type PortalResponse, type RequestParts } from './request.ts';
import { session } from './session.ts';

/** The portal writes a comment at least every 15 seconds; a longer silence means a dead connection. */
const streamSilenceMs = 75_000;

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
    /** For calls that take longer than most. */
    timeoutMs?: number;
  };

type CallArguments<Key extends CallKey> =
  object extends CallOptions<Key> ? [options?: CallOptions<Key>] : [options: CallOptions<Key>];

type Envelope = {
  status: number;
  data?: unknown;
  error?: unknown;
  error_description?: unknown;
  code?: unknown;
  details?: unknown;
};

/** Makes one call of the contract and returns its `data`. */
export async function api<Key extends CallKey>(key: Key, ...[options]: CallArguments<Key>): Promise<ReplyInput<Key>> {
  const parts: RequestParts = options ?? {};
  const received = await send(key, parts, AbortSignal.timeout(parts.timeoutMs ?? replyTimeoutMs));
  return (await readData(received, parts)) as ReplyInput<Key>;
}

type BlobKey = 'GET /files/{id}/raw' | 'GET /ark/maps/{map}/picture';

/** Fetches bytes. A failure always has the same text; its code is that of the body. */
export async function apiBlob<Key extends BlobKey>(key: Key, options: CallOptions<Key>): Promise<Blob> {
  const received = await send(key, options);
  if (received.response.ok) return received.response.blob();
  const { status } = received.response;
  throw new ApiError({ status, message: apiErrorText.blob, code: await codeOf(received, options) });
}

async function codeOf(received: PortalResponse, parts: RequestParts): Promise<string | undefined> {
  try {
    await readData(received, parts);
  } catch (error) {
    if (error instanceof ApiError) return error.code;
  }
  return undefined;
}

type BytesKey = 'GET /ark/servers/{id}/structures/points' | 'GET /ark/servers/{id}/structures/ground';
type Bytes = { bytes: ArrayBuffer; etag: string | null };

/** Fetches bytes with their etag. Bytes that the caller already has, by their etag, are not sent again. */
export async function apiBytes<Key extends BytesKey>(
  key: Key,
  options: CallOptions<Key>,
  etag: string | null | undefined,
): Promise<Bytes | 'same'> {
  const tag = typeof etag === 'string' ? { headers: { 'if-none-match': etag } } : {};
  const parts: RequestParts = Object.assign(tag, options);
  const received = await send(key, parts);
  const { response } = received;
  if (response.status === apiStatus.notModified) return 'same';
  if (!response.ok) return fail(received, parts);
  return { bytes: await readWhole(() => response.arrayBuffer(), parts.signal), etag: response.headers.get('etag') };
}

type BodyKey =
  | 'GET /logs/download'
  | 'GET /ark/servers/{id}/structures/export'
  | 'GET /ark/players/{playerId}/export'
  | 'GET /terminal/recordings/{id}';

/** Fetches text that may be too long for memory, as a stream. */
export async function apiBody<Key extends BodyKey>(
  key: Key,
  options: CallOptions<Key>,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  return readBody(await send(key, options), options);
}

async function readBody(
  received: PortalResponse,
  parts: RequestParts,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  if (received.response.ok && received.response.body !== null) return received.response.body;
  return fail(received, parts);
}

type StreamKey = 'GET /events' | 'GET /events/{id}' | 'POST /terminal/runs';

/** Opens an event stream; the promise resolves when the portal has accepted it. */
export async function apiStream<Key extends StreamKey>(
  key: Key,
  options: CallOptions<Key> & { lastEventId?: string | undefined; silenceMs?: number },
): Promise<AsyncIterable<SseFrame>> {
  const { lastEventId, silenceMs = streamSilenceMs } = options;
  const headers = { accept: 'text/event-stream', ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) };
  return readFrames(await readBody(await send(key, { ...options, headers }), options), silenceMs);
}

/** Throws the error that the body describes, or an unknown one where the body claims success. */
async function fail(received: PortalResponse, parts: RequestParts): Promise<never> {
  await readData(received, parts);
  throw new ApiError({ status: received.response.status, message: apiErrorText.unknown });
}

async function readData({ response, usedToken }: PortalResponse, { signal }: RequestParts): Promise<unknown> {
  const envelope = parseEnvelope(response.status, await readWhole(() => response.text(), signal));
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

/** Only to web addresses: a `javascript:` URL would run in our page. */
function followRedirect(address: unknown): void {
  if (typeof address !== 'string' || !URL.canParse(address, location.origin)) return;
  const url = new URL(address, location.origin);
  if (url.protocol === 'https:' || url.protocol === 'http:') location.assign(url.href);
}
