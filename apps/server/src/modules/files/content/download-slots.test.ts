import { readdirSync, readlinkSync } from 'node:fs';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { expect, it, vi } from 'vitest';
import { startFilesTest } from '../files.fixture.ts';
import { bytesType, callsTo, idOf } from '../uploads/uploads.fixture.ts';

const test = await startFilesTest({ FILES_KEEP_FREE_MB: '0' });
const huge = await test.add({ name: 'huge.bin', content: Buffer.alloc(24 * 1024 * 1024, 'x') });

/** Stored files that this process has open. */
function openFiles(): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes('/blobs/kept/');
    } catch {
      return false;
    }
  }).length;
}

const statusFrom = (localAddress: string, url: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const done = (response: IncomingMessage) => {
      resolve(response.statusCode);
      response.destroy();
    };
    httpGet(url, { localAddress, agent: false }, done).on('error', reject);
  });

it('one address holds some files open, and others get theirs meanwhile', async () => {
  const url = await test.link(undefined, huge);
  const { pathname, search } = new URL(url);
  const begin = `GET ${pathname}${search} HTTP/1.1\r\nHost: 127.0.0.1:${test.port}\r\n\r\n`;
  const socket = connect(test.port, '127.0.0.1', () => socket.write(begin.repeat(200)));
  socket.pause();
  await vi.waitFor(() => expect(openFiles()).toBe(64));
  const refused = await fetch(url);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
  expect(await refused.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', details: { retryAfterS: 5 } });
  expect(openFiles()).toBe(64);
  expect(await statusFrom('127.0.0.2', url)).toBe(200);
  socket.destroy();
  await vi.waitFor(() => expect(openFiles()).toBe(0));
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
});

it('requests that are refused or not modified take no slot', async () => {
  const url = await test.link(undefined, huge);
  const etag = (await fetch(url, { method: 'HEAD' })).headers.get('etag') ?? '';
  const asked: [string, RequestInit, number][] = [
    [url.replace('signature=', 'signature=x'), {}, 403],
    [url, { headers: { 'if-none-match': etag } }, 304],
    [url, { method: 'HEAD' }, 200],
    [url, { headers: { range: 'bytes=9-0' } }, 416],
  ];
  for (const [address, init, status] of asked)
    for (let times = 0; times < 65; times += 1) expect((await fetch(address, init)).status).toBe(status);
  expect((await fetch(url, { headers: { range: 'bytes=0-9' } })).status).toBe(206);
});

it('an endless body for an upload that is whole ends with its connection', async () => {
  const uploads = callsTo(test.url, `${test.folder}/blobs`, await test.admin());
  const path = await uploads.begin(3);
  expect((await uploads.patch(path, 0, 'abc')).status).toBe(204);
  const headers = { ...bytesType, 'upload-offset': 3, 'transfer-encoding': 'chunked', connection: 'keep-alive' };
  const { request, reply } = uploads.start(path, { method: 'PATCH', headers });
  const send = () => {
    while (!request.destroyed && request.write(Buffer.alloc(65_536)));
  };
  request.on('drain', send);
  send();
  expect((await reply).headers.connection).toBe('close');
  await expect.poll(() => request.destroyed || request.socket?.destroyed).toBe(true);
  expect(uploads.content(idOf(path)).toString()).toBe('abc');
});
