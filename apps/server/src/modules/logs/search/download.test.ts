import { get as request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it, vi } from 'vitest';
import * as service from './download.service.ts';
import { startLogsTest } from '../logs.fixture.ts';

const { app, owner, get, add } = await startLogsTest();
await app.http.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.http.server.address() as AddressInfo;
const always = { after: new Date(Date.now() - 10 * 24 * 60 * 60_000).toISOString() };

const download = (query: Record<string, string>) =>
  app.http.inject({ url: `/api/logs/download?${new URLSearchParams(query).toString()}`, headers: owner.headers });

async function fill(host: string, count: number): Promise<void> {
  await add(['first of all'], { host, at: new Date(Date.now() - 2 * 24 * 60 * 60_000) });
  await app.ctx.db.execute(`
    insert into log_entries (at, host, key, level, text)
    select now() - n * interval '3 ms', '${host}', 'game', 1, 'entry ' || n || repeat('.', 200) from generate_series(1, ${count}) n`);
}

it('is a file with all entries that fit, oldest first', async () => {
  await fill('all', 12_000);
  const reply = await download({ host: 'all', ...always });
  expect(reply.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="logs-[\dT-]+\.txt"/) as string,
  });
  const lines = reply.body.trimEnd().split('\n');
  expect(lines).toHaveLength(12_001);
  expect(lines[0]).toMatch(/ all game info first of all$/);
  expect(lines[1]).toContain(' entry 12000.');
  expect(lines.at(-1)).toContain(' entry 1.');
  const some = await download({ host: 'all', ...always, search: 'ENTRY 1199' });
  expect(some.body.trimEnd().split('\n')).toHaveLength(11);
});

it('says in its last line that there is more than it holds', async () => {
  const query = { host: 'all', after: new Date(always.after) };
  const { pieces, release } = await service.download(app.ctx, query, 7_000);
  const lines = (await text(Readable.from(pieces))).trimEnd().split('\n');
  release();
  expect(lines).toHaveLength(7_001);
  expect(lines.at(-1)).toBe('… and more: a file holds 7000 lines.');
});

it('is refused like a search where the query is wrong', async () => {
  const result = await get('/download', { search: '(', isPattern: 'true' });
  expect(result).toMatchObject({ status: 400, details: { fields: [{ field: 'search' }] } });
});

/** Asks for a large file and does not read it. */
function open(): Promise<{ status: number; leave: () => void }> {
  const query = new URLSearchParams({ host: 'slow', ...always }).toString();
  return new Promise((resolve) => {
    const call = request({ port, path: `/api/logs/download?${query}`, headers: owner.headers }, (response) => {
      response.pause();
      resolve({ status: response.statusCode ?? 0, leave: () => call.destroy() });
    });
    call.on('error', () => {});
  });
}

it('stops when the reader leaves, and only two are read at once', async () => {
  await fill('slow', 60_000);
  const [first, second] = [await open(), await open()];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect((await open()).status).toBe(429);
  first.leave();
  await vi.waitFor(async () => {
    const next = await open();
    next.leave();
    expect(next.status).toBe(200);
  });
  second.leave();
});
