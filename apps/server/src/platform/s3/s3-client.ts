import { createHash } from 'node:crypto';
import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { trimEndOf } from '@tribehall/contract/shared/text';
import aws4 from 'aws4';
import { escapeXml } from '../escape-xml.ts';
import { BlobStoreUnavailableError } from '../files/blob-store.ts';
import type { ByteRange } from '../files/byte-source.ts';
import { elementsOf, textOf } from './s3-xml.ts';

export type S3Settings = {
  endpoint: string;
  region: string;
  bucket: string;
  /** Before every key. */
  prefix: string;
  accessKey: string;
  secretKey: string;
};

/** The server has refused a request, or could not be reached (status 0). */
export class S3Error extends BlobStoreUnavailableError {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.status = status;
    this.code = code;
  }
}

/** A body that can be sent again. A chunk is valid until the next one is requested. */
export type S3Body = { bytes: number; sha256: string; read: () => Iterable<Buffer> | AsyncIterable<Buffer> };
export type S3Object = { key: string; bytes: number; changedAt: Date };

type Call = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  key?: string;
  query?: Record<string, string>;
  body?: S3Body;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
};

const idleMs = 30_000;
const maxReplyBytes = 16 * 1024 * 1024;
/** A server that restarts, or a connection that it has closed, is not noticed by users. */
const retryAfterMs = [100, 400, 1600];

export type S3Client = ReturnType<typeof createS3Client>;

/** The calls that we need of an S3-compatible store, signed by AWS Signature Version 4, with path-style addresses. */
export function createS3Client({ endpoint, region, bucket, prefix, accessKey, secretKey }: S3Settings) {
  const base = new URL(endpoint);
  const { request, Agent } = base.protocol === 'https:' ? https : http;
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 16 });
  const root = `${trimEndOf(base.pathname, '/')}/${bucket}`;

  const open = async ({ method, key, query = {}, body = emptyBody, headers = {}, signal }: Call) => {
    const parameters = Object.entries(query)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&');
    const path = `${root}${key === undefined ? '' : `/${prefix}${key}`}${parameters && `?${parameters}`}`;
    const { headers: signed } = aws4.sign(
      {
        method,
        path,
        region,
        service: 's3',
        host: base.host,
        headers: { ...headers, 'content-length': body.bytes, 'x-amz-content-sha256': body.sha256 },
      },
      { accessKeyId: accessKey, secretAccessKey: secretKey },
    );
    const sent = request({
      method,
      path,
      agent,
      signal,
      headers: signed,
      hostname: base.hostname.replace(/^\[|\]$/g, ''),
      port: base.port || undefined,
    });
    sent.setTimeout(idleMs, () => sent.destroy(new Error(`${base.host} does not answer`)));
    const answered = once(sent, 'response') as Promise<[http.IncomingMessage]>;
    // Seen by those who wait for the reply; there may be several errors.
    answered.catch(() => {});
    sent.on('error', () => {});
    await sendBody(sent, body);
    const [reply] = await answered;
    return reply;
  };

  const tryOnce = async (call: Call): Promise<http.IncomingMessage> => {
    let reply: http.IncomingMessage;
    try {
      reply = await open(call);
    } catch (error) {
      call.signal?.throwIfAborted();
      throw new S3Error(0, 'Unreachable', `${base.host} can't be reached: ${messageOf(error)}`, error);
    }
    const { statusCode: status = 0 } = reply;
    if (status >= 200 && status < 300) return reply;
    const text = await readText(reply).catch(() => '');
    const code = textOf(text, 'Code') ?? `HTTP ${status}`;
    throw new S3Error(status, code, `${base.host} answers ${code}: ${textOf(text, 'Message') ?? 'no reason given'}`);
  };

  const send = async (call: Call): Promise<http.IncomingMessage> => {
    for (const [attempt, afterMs] of [...retryAfterMs, 0].entries()) {
      try {
        return await tryOnce(call);
      } catch (error) {
        if (attempt === retryAfterMs.length || !isTemporary(error)) throw error;
        await delay(afterMs * (0.5 + Math.random()), undefined, { signal: call.signal });
      }
    }
    throw new Error('unreachable');
  };

  const readAll = (reply: http.IncomingMessage): Promise<Buffer> =>
    readBytes(reply).catch((error: unknown) => {
      throw new S3Error(0, 'Unreachable', `${base.host} broke off: ${messageOf(error)}`, error);
    });
  const sendForText = async (call: Call): Promise<{ text: string; headers: http.IncomingHttpHeaders }> => {
    const reply = await send(call);
    return { text: (await readAll(reply)).toString(), headers: reply.headers };
  };

  return {
    host: base.host,
    /** Throws an S3Error if the bucket is missing or may not be used. */
    checkBucket: async (): Promise<void> => void (await sendForText({ method: 'HEAD' })),
    put: async (key: string, body: S3Body, signal?: AbortSignal): Promise<void> =>
      void (await sendForText({ method: 'PUT', key, body, signal })),
    /** Undefined if there is none. Without a range, the whole object. */
    get: (key: string, range?: ByteRange): Promise<http.IncomingMessage | undefined> =>
      orMissing(send({ method: 'GET', key, headers: range ? { range: `bytes=${range.start}-${range.end}` } : {} })),
    /** A small object as a whole. */
    async read(key: string): Promise<Buffer | undefined> {
      const reply = await orMissing(send({ method: 'GET', key }));
      return reply && readAll(reply);
    },
    async sizeOf(key: string): Promise<number | undefined> {
      const reply = await orMissing(sendForText({ method: 'HEAD', key }));
      return reply && Number(reply.headers['content-length']);
    },
    async remove(key: string): Promise<void> {
      await orMissing(sendForText({ method: 'DELETE', key }));
    },
    async *list(keyPrefix: string): AsyncGenerator<S3Object> {
      for (let token: string | undefined = ''; token !== undefined;) {
        const query = {
          'list-type': '2',
          prefix: `${prefix}${keyPrefix}`,
          ...(token && { 'continuation-token': token }),
        };
        const { text } = await sendForText({ method: 'GET', query });
        yield* elementsOf(text, 'Contents').map((item) => ({
          key: (textOf(item, 'Key') ?? '').slice(prefix.length),
          bytes: Number(textOf(item, 'Size')),
          changedAt: new Date(textOf(item, 'LastModified') ?? 0),
        }));
        token = textOf(text, 'IsTruncated') === 'true' ? textOf(text, 'NextContinuationToken') : undefined;
      }
    },
    async createUpload(key: string, signal?: AbortSignal): Promise<string> {
      const { text } = await sendForText({ method: 'POST', key, query: { uploads: '' }, signal });
      const uploadId = textOf(text, 'UploadId');
      if (!uploadId) throw new S3Error(200, 'NoUploadId', `${base.host} has begun no multipart upload`);
      return uploadId;
    },
    /** Returns the ETag of the part. */
    async putUploadPart(
      key: string,
      { uploadId, number }: { uploadId: string; number: number },
      body: S3Body,
      signal?: AbortSignal,
    ): Promise<string> {
      const query = { partNumber: String(number), uploadId };
      const { headers } = await sendForText({ method: 'PUT', key, query, body, signal });
      return headers.etag ?? '';
    },
    async completeUpload(key: string, uploadId: string, etags: string[]): Promise<void> {
      const parts = etags.map(
        (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
      );
      const body = bodyOf(Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`));
      const { text } = await sendForText({ method: 'POST', key, query: { uploadId }, body });
      // The status is sent before the parts are put together.
      const code = text.includes('<Error>') ? textOf(text, 'Code') : undefined;
      if (code !== undefined) throw new S3Error(500, code, `${base.host} answers ${code}`);
    },
    async abortUpload(key: string, uploadId: string): Promise<void> {
      await orMissing(sendForText({ method: 'DELETE', key, query: { uploadId } }));
    },
    close: () => agent.destroy(),
  };
}

export function bodyOf(...chunks: Buffer[]): S3Body {
  const hash = createHash('sha256');
  for (const chunk of chunks) hash.update(chunk);
  const bytes = chunks.reduce((sum, { length }) => sum + length, 0);
  return { bytes, sha256: hash.digest('hex'), read: () => chunks };
}

const emptyBody = bodyOf();

async function sendBody(sent: http.ClientRequest, body: S3Body): Promise<void> {
  const closed = new Promise<boolean>((resolve) => void sent.once('close', () => resolve(false)));
  try {
    for await (const chunk of body.read()) {
      const written = new Promise<boolean>((resolve) => void sent.write(chunk, (error) => resolve(!error)));
      // An early reply or a lost connection is seen where one waits for the reply.
      if (!(await Promise.race([written, closed]))) return;
    }
    sent.end();
  } catch (error) {
    sent.destroy();
    throw error;
  }
}

async function orMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof S3Error && error.status === 404 && error.code !== 'NoSuchBucket') return undefined;
    throw error;
  }
}

/** Whether the same call may succeed in a moment. */
function isTemporary(error: unknown): boolean {
  return error instanceof S3Error && (error.status === 0 || error.status === 429 || error.status >= 500);
}

async function readBytes(reply: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxReplyBytes) throw new Error('The reply is too large');
    chunks.push(chunk);
  }
  if (!reply.complete) throw new Error('The reply is incomplete');
  return Buffer.concat(chunks);
}

const readText = async (reply: http.IncomingMessage) => (await readBytes(reply)).toString();

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
