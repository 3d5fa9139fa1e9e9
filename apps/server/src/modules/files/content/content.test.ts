import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readlinkSync, rmSync, truncateSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { operator } from '../../audit/audit.service.ts';
import { endSession, findCaller } from '../../sessions/sessions.service.ts';
import { remove, setRoles } from '../../users/users.service.ts';
import { startFilesTest } from '../files.fixture.ts';

const test = await startFilesTest();
const { app, add, call, link } = test;
const uploader = await test.admin();
const other = await test.admin();
const content = randomBytes(3_000_000);
const big = await add({ name: 'big.bin', content });
const minuteMs = 60_000;

const get = async (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(url, { headers, method });
const bodyOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const status = async (url: string) => (await get(url)).status;

/** Stored files that this process has open. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      return target.includes('/blobs/kept/') ? [target] : [];
    } catch {
      return [];
    }
  });
}

describe('what is in a file', () => {
  it('comes whole, with a name to save it under', async () => {
    const response = await get(await link(undefined, big));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-length': '3000000',
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="big.bin"; filename*=UTF-8''big.bin`,
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[0-9a-f]{16}-2dc6c0"$/) as string,
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    });
    expect((await bodyOf(response)).equals(content)).toBe(true);
  });

  it.each([
    ['bytes=0-0', 206, 'bytes 0-0/3000000', [0, 1]],
    ['bytes=-1', 206, 'bytes 2999999-2999999/3000000', [2_999_999, 3_000_000]],
    ['bytes=-9999999', 206, 'bytes 0-2999999/3000000', [0, 3_000_000]],
    ['bytes=1000000-2500000', 206, 'bytes 1000000-2500000/3000000', [1_000_000, 2_500_001]],
    ['bytes=2999990-', 206, 'bytes 2999990-2999999/3000000', [2_999_990, 3_000_000]],
    ['bytes=5-9223372036854775807', 206, 'bytes 5-2999999/3000000', [5, 3_000_000]],
    ['bytes=3000000-', 416, 'bytes */3000000', [0, 0]],
    ['bytes=-0', 416, 'bytes */3000000', [0, 0]],
    ['bytes=9-3', 416, 'bytes */3000000', [0, 0]],
    ['bytes=-', 416, 'bytes */3000000', [0, 0]],
    [`bytes=${'0-,'.repeat(999)}0-`, 416, 'bytes */3000000', [0, 0]],
    ['lines=1-2', 200, null, [0, 3_000_000]],
  ] as const)('comes in the part %s that is asked for: %i', async (range, code, contentRange, [from, to]) => {
    const response = await get(await link(undefined, big), { range });
    expect([response.status, response.headers.get('content-range')]).toEqual([code, contentRange]);
    expect(response.headers.get('content-length')).toBe(String(to - from));
    expect((await bodyOf(response)).equals(content.subarray(from, to))).toBe(true);
  });

  it('comes whole where the part would be of something else', async () => {
    const url = await link(undefined, big);
    const etag = (await get(url, {}, 'HEAD')).headers.get('etag') ?? '';
    const range = 'bytes=0-9';
    expect((await get(url, { range, 'if-range': etag })).status).toBe(206);
    for (const ifRange of ['"other"', `W/${etag}`, 'Sat, 15 Nov 2025 10:00:00 GMT'])
      expect((await get(url, { range, 'if-range': ifRange })).status, ifRange).toBe(200);
  });

  it('does not come again to those who have it', async () => {
    const url = await link(undefined, big);
    const etag = (await get(url, {}, 'HEAD')).headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"a", ${etag}`, '*']) {
      const response = await get(url, { 'if-none-match': known, range: 'bytes=0-9' });
      expect([response.status, response.headers.get('etag'), (await bodyOf(response)).length]).toEqual([304, etag, 0]);
    }
    expect((await get(url, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('is measured without being sent', async () => {
    const response = await get(await link(undefined, big), { range: 'bytes=0-9' }, 'HEAD');
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '3000000']);
    expect((await bodyOf(response)).length).toBe(0);
  });

  it('may be nothing at all', async () => {
    const url = await link(undefined, await add({ content: '' }));
    const response = await get(url);
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '0', '']);
    expect((await get(url, { range: 'bytes=0-0' })).status).toBe(416);
    expect((await get(url, { range: 'bytes=-1' })).status).toBe(416);
  });

  it.each([
    ['page.html', '<script>alert(1)</script>', 'application/octet-stream'],
    [
      'drawing.svg',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'application/octet-stream',
    ],
    ['code.js', 'alert(1)', 'application/octet-stream'],
    ['page.xhtml', '<html xmlns="http://www.w3.org/1999/xhtml"/>', 'application/octet-stream'],
    ['form.pdf', '%PDF-1.7', 'application/pdf'],
    ['html.png', '<script>alert(1)</script>', 'image/png'],
  ])('is never a page of ours: %s', async (name, content, type) => {
    const id = await add({ name, content });
    const { headers } = await get(await link(undefined, id));
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': type,
      'content-disposition': expect.stringMatching(/^attachment; /) as string,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  });

  it('is looked at by a long address only where there is something to watch', async () => {
    for (const name of ['page.html', 'drawing.svg', 'save.zip', 'notes.txt'])
      expect(await call(undefined, 'POST', `/${await add({ name })}/view`)).toMatchObject({
        status: 400,
        code: 'INVALID_TYPE',
      });
    for (const name of ['form.pdf', 'map.png', 'song.mp3', 'film.mp4'])
      expect(await call(undefined, 'POST', `/${await add({ name })}/view`)).toMatchObject({ status: 200 });
  });

  it('leaves under one name in one header, whatever the name is', async () => {
    const id = await add({ name: 'saves/a"\r\nX: 1\r\n\r\n<b>größe 🦖.txt' });
    const response = await get(await link(undefined, id));
    expect(response.headers.get('x')).toBeNull();
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="a___X: 1____<b>gr__e _.txt"; ` +
        `filename*=UTF-8''a%22__X%3A%201____%3Cb%3Egr%C3%B6%C3%9Fe%20%F0%9F%A6%96.txt`,
    );
    const { stdout } = await promisify(execFile)(
      'curl',
      ['-sOJ', '-w', '%{filename_effective}', await link(undefined, id)],
      {
        cwd: test.folder,
      },
    );
    expect(stdout).toMatch(/^a___X: 1____<b>gr__e _.txt$/);
  });

  it('that is missing or cut is not sent at all', async () => {
    const [gone, cut] = [await add({}), await add({})];
    rmSync(join(test.folder, 'blobs', 'kept', gone));
    truncateSync(join(test.folder, 'blobs', 'kept', cut), 3);
    for (const id of [gone, cut]) {
      const response = await get(await link(undefined, id));
      expect([response.status, await response.json()]).toMatchObject([
        404,
        { error: 'The contents of this file are missing. Please tell the operator.' },
      ]);
    }
    expect(openFiles()).toEqual([]);
  });
});

describe('a signed address', () => {
  it('is good for a minute to download, and for a day to look at', async () => {
    const id = await add({});
    const [download, view] = [await link(other, id), await link(other, id, 'view')];
    app.passMs(minuteMs - 5000);
    expect([await status(download), await status(view)]).toEqual([200, 200]);
    app.passMs(5001);
    expect([await status(download), await status(view)]).toEqual([403, 200]);
    app.passMs(24 * 60 * minuteMs);
    expect(await status(view)).toBe(403);
  });

  it('is good for nothing that was not signed', async () => {
    const [id, second] = [await add({}), await add({})];
    const url = await link(other, id);
    const address = new URL(url);
    const signature = address.searchParams.get('signature') ?? '';
    const changed = (name: string, value: string) => {
      const copy = new URL(url);
      copy.searchParams.set(name, value);
      return copy.href;
    };
    for (let at = 0; at < signature.length; at += 1) {
      const flipped = Buffer.from(signature);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      expect(await status(changed('signature', flipped.toString('latin1'))), String(at)).toBe(403);
    }
    expect(await status(changed('expires', String(Number(address.searchParams.get('expires')) + 1)))).toBe(403);
    expect(await status(changed('for', 'anyone'))).toBe(403);
    expect(await status(changed('for', uploader.token.split('.')[0] ?? ''))).toBe(403);
    expect(await status(changed('signature', ''))).toBe(403);
    expect(await status(url.replace(id, second))).toBe(403);
    expect(await status(url.replace(id, 'nosuchfile'))).toBe(403);
    expect((await get(url, {}, 'DELETE')).status).toBe(405);
    expect((await get(url, {}, 'POST')).status).toBe(405);
    expect(await status(url.replace(/&signature=.*/, ''))).toBe(400);
    expect(await status(url)).toBe(200);
  });

  it('ends with the session it was made for', async () => {
    const user = await test.admin();
    const id = await add({ uploader: user, visibility: 'private' });
    const url = await link(user, id, 'view');
    expect(await status(url)).toBe(200);
    await endSession(app.ctx, user.token.split('.')[0] ?? '');
    expect(await status(url)).toBe(403);
    const gone = await test.admin();
    const theirs = await link(gone, await add({}));
    await remove(app.ctx, operator, gone.id);
    expect(await status(theirs)).toBe(403);
    const fallen = await test.admin();
    const admins = await link(fallen, await add({ visibility: 'admins' }));
    await setRoles(app.ctx, operator, fallen.id, []);
    expect(await status(admins)).toBe(403);
  });

  it('ends with a session that is too old, and with the demo world', async () => {
    const user = await test.admin();
    const session = user.token.split('.')[0] ?? '';
    const demo = await test.admin();
    const peer = { address: '127.0.0.1', isLocal: true, device: '' };
    await app.ctx.db.execute(`update users set is_demo = true where id = '${demo.id}'`);
    expect(await findCaller(app.ctx, demo.token.split('.')[0] ?? '', peer)).toBeUndefined();
    expect(await findCaller(app.ctx, session, peer)).toMatchObject({ userId: user.id });
    const days = { clock: () => new Date(app.ctx.clock().getTime() + 8 * 24 * 60 * minuteMs) };
    expect(await findCaller({ ...app.ctx, ...days }, session, peer)).toBeUndefined();
  });

  it('leads to what its holder may open now, and for others to nothing', async () => {
    const id = await add({ uploader });
    const urls = {
      uploader: await link(uploader, id, 'view'),
      other: await link(other, id, 'view'),
      visitor: await link(undefined, id, 'view'),
    };
    const statuses = async () =>
      Object.fromEntries(await Promise.all(Object.entries(urls).map(async ([name, url]) => [name, await status(url)])));
    expect(await statuses()).toEqual({ uploader: 200, other: 200, visitor: 200 });
    await call(uploader, 'PUT', `/${id}`, { visibility: 'admins' });
    expect(await statuses()).toEqual({ uploader: 200, other: 200, visitor: 404 });
    await call(uploader, 'PUT', `/${id}`, { visibility: 'private' });
    expect(await statuses()).toEqual({ uploader: 200, other: 404, visitor: 404 });
    const refused = await (await get(urls.other)).text();
    await call(uploader, 'DELETE', `/${id}`);
    expect(await statuses()).toEqual({ uploader: 404, other: 404, visitor: 404 });
    expect(await (await get(urls.uploader)).text()).toBe(refused);
  });
});

describe('an open file', () => {
  it('is closed after every kind of reply', async () => {
    const url = await link(undefined, big);
    const etag = (await get(url, {}, 'HEAD')).headers.get('etag') ?? '';
    for (const headers of [{}, { range: 'bytes=0-9' }, { range: 'bytes=9-0' }, { 'if-none-match': etag }])
      await bodyOf(await get(url, headers));
    await vi.waitFor(() => expect(openFiles()).toEqual([]));
  });

  it('is closed when its reader goes away, whenever that is', async () => {
    const huge = await add({ name: 'huge.bin', content: Buffer.alloc(24 * 1024 * 1024, 'x') });
    const { pathname, search } = new URL(await link(undefined, huge));
    const begin = `GET ${pathname}${search} HTTP/1.1\r\nHost: 127.0.0.1:${test.port}\r\n\r\n`;
    const leave = (afterBytes: number) =>
      new Promise<void>((resolve) => {
        const socket = connect(test.port, '127.0.0.1', () => socket.write(begin));
        let read = 0;
        const go = () => {
          if (read >= afterBytes) socket.destroy();
        };
        socket.on('data', (bytes) => {
          read += bytes.length;
          go();
        });
        socket.on('close', () => resolve());
        if (afterBytes < 0) socket.once('connect', () => socket.destroy());
      });
    for (const bytes of [-1, 1, 100_000, 1_500_000, 8_000_000, 20_000_000])
      await Promise.all(Array.from({ length: 4 }, () => leave(bytes)));
    await vi.waitFor(() => expect(openFiles()).toEqual([]));
    expect(app.logged.filter((line) => line.includes('could not be read'))).toEqual([]);
  });

  it('is closed when the reader of several at once goes away', async () => {
    const huge = await add({ name: 'huge.bin', content: Buffer.alloc(24 * 1024 * 1024, 'x') });
    const { pathname, search } = new URL(await link(undefined, huge));
    const begin = `GET ${pathname}${search} HTTP/1.1\r\nHost: 127.0.0.1:${test.port}\r\n\r\n`;
    const socket = connect(test.port, '127.0.0.1', () => socket.write(begin.repeat(3)));
    socket.pause();
    await vi.waitFor(() => expect(openFiles().length).toBeGreaterThan(1));
    socket.destroy();
    await vi.waitFor(() => expect(openFiles()).toEqual([]));
  });

  it('is held while a slow reader reads, and the rest comes when it goes on', async () => {
    const huge = await add({ name: 'huge.bin', content: Buffer.alloc(24 * 1024 * 1024, 'y') });
    const response = await get(await link(undefined, huge));
    const reader = response.body?.getReader();
    await reader?.read();
    expect(openFiles()).toHaveLength(1);
    let bytes = 0;
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) bytes += next.value.length;
    expect(bytes).toBeGreaterThan(20 * 1024 * 1024);
    await vi.waitFor(() => expect(openFiles()).toEqual([]));
  });
});
