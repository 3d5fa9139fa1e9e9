import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session, token } from '../../lib/api/session.ts';
import { discardUpload, sendFile } from './upload-transfer.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;
type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: Buffer };

const seen: Seen[] = [];
let handler: Handler;
const server = createServer((request, response) => void receive(request, response));

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  try {
    for await (const part of request) parts.push(part as Buffer);
  } catch {
    return;
  }
  const body = Buffer.concat(parts);
  const { method = '', url = '', headers } = request;
  seen.push({ method, url, headers, body });
  response.setHeader('tus-resumable', '1.0.0');
  handler(request, response, body);
}

beforeEach(async () => {
  seen.length = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(
    `http://127.0.0.1:${port}/files`,
  );
  token.set('t1');
});
afterEach(async () => {
  token.set(null);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function send(file: File, uploadId?: string, signal = new AbortController().signal) {
  const createdIds: string[] = [];
  const progress: number[] = [];
  const metadata = { filename: file.name, visibility: 'private', fingerprint: 'f|1|1' } as const;
  const onCreated = (id: string) => createdIds.push(id);
  const onProgress = (bytes: number) => progress.push(bytes);
  const ended = sendFile({ file, metadata, uploadId, signal, onCreated, onProgress });
  return { ended, createdIds, progress };
}

const respond = (
  response: ServerResponse,
  status: number,
  headers: Record<string, string | number> = {},
  data?: object,
) => {
  response.writeHead(status, headers);
  response.end(data === undefined ? undefined : JSON.stringify(data));
};
const refuse =
  (status: number, code: string, error: string, headers = {}): Handler =>
  (_, response) =>
    respond(response, status, headers, { status, error, code });

describe('sendFile', () => {
  it('sends a small file in one authenticated request', async () => {
    handler = (_, response, body) =>
      respond(response, 201, { location: '/api/files/uploads/u1', 'upload-offset': body.length });
    const { ended, createdIds } = send(new File(['hello'], 'höhle.txt'));
    expect(await ended).toBe('u1');
    expect(createdIds).toEqual(['u1']);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/api/files/uploads' });
    expect(seen[0]?.body.toString()).toBe('hello');
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer t1', 'upload-length': '5' });
    const metadata = String(seen[0]?.headers['upload-metadata'])
      .split(',')
      .map((pair) => pair.split(' '));
    expect(metadata.map(([key, value = '']) => [key, Buffer.from(value, 'base64').toString()])).toEqual([
      ['filename', 'höhle.txt'],
      ['visibility', 'private'],
      ['fingerprint', 'f|1|1'],
    ]);
  });

  it('creates a large upload before it sends any bytes', async () => {
    handler = ({ method, headers }, response, body) =>
      method === 'POST'
        ? respond(response, 201, { location: '/api/files/uploads/u1', 'upload-offset': 0 })
        : respond(response, 204, { 'upload-offset': Number(headers['upload-offset']) + body.length });
    const { ended } = send(new File([new Uint8Array(1_000_001)], 'large.bin'));
    expect(await ended).toBe('u1');
    expect(seen.map(({ method, url, body }) => [method, url, body.length])).toEqual([
      ['POST', '/api/files/uploads', 0],
      ['PATCH', '/api/files/uploads/u1', 1_000_001],
    ]);
  });

  it('resumes a known upload where it stopped', async () => {
    handler = ({ method }, response) =>
      method === 'HEAD'
        ? respond(response, 200, { 'upload-offset': 3, 'upload-length': 5 })
        : respond(response, 204, { 'upload-offset': 5 });
    const { ended, progress } = send(new File(['hello'], 'a.txt'), 'u1');
    expect(await ended).toBe('u1');
    expect(seen.map(({ method, url, body }) => [method, url, body.toString()])).toEqual([
      ['HEAD', '/api/files/uploads/u1', ''],
      ['PATCH', '/api/files/uploads/u1', 'lo'],
    ]);
    expect(progress[0]).toBe(3);
  });

  it('never replaces a known upload with a new one', async () => {
    handler = (_, response) => respond(response, 503);
    await expect(send(new File(['hello'], 'a.txt'), 'u1').ended).rejects.toMatchObject({ status: 503 });
    handler = (_, response) => respond(response, 404);
    await expect(send(new File(['hello'], 'a.txt'), 'u1').ended).rejects.toMatchObject({ status: 404 });
    expect(seen.map(({ method }) => method)).toEqual(['HEAD', 'HEAD']);
  });

  it('reports the error of the server and its Retry-After', async () => {
    handler = refuse(507, 'STORAGE_FULL', 'There is no space left for files.');
    await expect(send(new File(['a'], 'a.txt')).ended).rejects.toMatchObject({
      status: 507,
      message: 'There is no space left for files.',
      code: 'STORAGE_FULL',
    });
    handler = refuse(429, 'TOO_MANY_REQUESTS', 'Too many.', { 'retry-after': '7' });
    await expect(send(new File(['a'], 'a.txt')).ended).rejects.toMatchObject({ details: { retryAfterS: 7 } });
    handler = (_, response) => respond(response, 413);
    await expect(send(new File(['a'], 'a.txt')).ended).rejects.toMatchObject({ message: 'File is too large.' });
  });

  it('distinguishes a network failure from an unreadable file', async () => {
    handler = ({ socket }) => socket.destroy();
    await expect(send(new File(['a'], 'a.txt')).ended).rejects.toMatchObject({ status: 0 });
    const changed = new File(['a'], 'a.txt');
    vi.spyOn(changed, 'slice').mockImplementation(() => {
      throw new DOMException('The file was changed.', 'NotReadableError');
    });
    await expect(send(changed).ended).rejects.toThrow('Choose it again.');
  });

  it('stores a renewed token and ends a session whose token is rejected', async () => {
    handler = (_, response) =>
      respond(response, 201, { location: '/api/files/uploads/u1', 'upload-offset': 1, 'x-access-token': 't2' });
    await send(new File(['a'], 'a.txt')).ended;
    expect(token.get()).toBe('t2');
    const ends: string[] = [];
    const unsubscribe = session.subscribe((cause) => ends.push(cause));
    handler = refuse(401, 'UNAUTHORIZED', 'You need to log in.');
    await expect(send(new File(['a'], 'a.txt')).ended).rejects.toMatchObject({ status: 401 });
    expect(ends).toEqual([]);
    handler = refuse(401, 'INVALID_TOKEN', 'Your session has ended.');
    await expect(send(new File(['a'], 'a.txt')).ended).rejects.toMatchObject({ status: 401 });
    expect(ends).toEqual(['expired']);
    expect(token.get()).toBeNull();
    unsubscribe();
  });

  it('stops when aborted', async () => {
    const stop = new AbortController();
    handler = () => stop.abort();
    await expect(send(new File(['a'], 'a.txt'), undefined, stop.signal).ended).rejects.toThrow('stopped');
  });
});

describe('discardUpload', () => {
  it('deletes an upload, even one that is gone or briefly locked', async () => {
    handler = (_, response) => respond(response, 204);
    await discardUpload('u1');
    expect(seen[0]).toMatchObject({ method: 'DELETE', url: '/api/files/uploads/u1' });
    handler = (_, response) => respond(response, 404);
    await discardUpload('u1');
    handler = (_, response) => respond(response, seen.length > 3 ? 204 : 423);
    await discardUpload('u1');
    expect(seen).toHaveLength(4);
    handler = refuse(403, 'FORBIDDEN', 'No.');
    await expect(discardUpload('u1')).rejects.toThrow('No.');
  });
});
