import { get as request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { StreamedList } from '../../../platform/json/streamed-list.ts';
import { readLines } from './lines.service.ts';
import { startLogsTest, type Reply } from '../logs.fixture.ts';

const { app, owner, get, add } = await startLogsTest();
await app.http.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.http.server.address() as AddressInfo;

type Cut = { isCut: boolean; after: string; seen: string; message: string };
type Lines = Reply<string[]> & { details?: Cut };

const always = { after: new Date(Date.now() - 10 * 24 * 60 * 60_000).toISOString() };
const read = async (query: Record<string, string>) => (await get<string[]>('', query)) as Lines;
const numbers = ({ data }: Lines) => data.map((line) => Number(/ entry (\d+)/.exec(line)?.[1]));
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

/** Entries of several parts, of which every 700 have the same time; some are of days before. */
async function fill(host: string, count: number): Promise<void> {
  for (const key of ['game', 'chat']) await add(['noted'], { host, key, at: new Date(Date.now() - 60 * 60_000) });
  await add(['noted'], { host, at: new Date(Date.now() - 3 * 24 * 60 * 60_000) });
  await app.ctx.db.execute(`delete from log_entries where host = '${host}'`);
  await app.ctx.db.execute(`
    insert into log_entries (at, host, key, level, text)
    select date_trunc('second', now()) - (case when n <= 900 then interval '3 days' else interval '4 minutes' end)
        + (n / 700) * interval '1 ms',
      '${host}', case when n % 3 = 0 then 'chat' else 'game' end, 1, 'entry ' || n || repeat('.', 1000)
    from generate_series(1, ${count}) n order by n`);
}

describe('the lines of a long window', () => {
  it('all arrive, in order, none twice, also where many are of one moment', async () => {
    await fill('long', 15_000);
    const result = await read({ host: 'long', ...always });
    expect(result.status).toBe(200);
    expect(result).not.toHaveProperty('details');
    expect(numbers(result)).toEqual(upTo(15_000));
  });

  it('arrive all of one part, and all of every host', async () => {
    const chat = await read({ host: 'long', key: 'chat', ...always });
    expect(numbers(chat)).toEqual(upTo(15_000).filter((n) => n % 3 === 0));
    const all = await read(always);
    expect(numbers(all).filter((n) => n > 0)).toEqual(upTo(15_000));
  });

  it('arrive compressed where the reader takes that', async () => {
    const reply = await app.http.inject({
      url: `/api/logs?${new URLSearchParams({ host: 'long', ...always }).toString()}`,
      headers: { ...owner.headers, 'accept-encoding': 'gzip' },
    });
    expect(reply.headers['content-encoding']).toBe('gzip');
    expect(reply.rawPayload.length).toBeLessThan(2_000_000);
    const unzip = createGunzip();
    unzip.end(reply.rawPayload);
    expect(numbers(JSON.parse(await text(unzip)) as Lines)).toEqual(upTo(15_000));
  });

  it('are those that were there when the reading began', async () => {
    const list = await readLines(app.ctx, { host: 'long', after: new Date(always.after) });
    await add(['entry 15001'], { host: 'long' });
    const data: string[] = [];
    if (!(list instanceof StreamedList)) throw new Error('It is a short list');
    for await (const lines of list.slices) data.push(...lines);
    list.release();
    expect(numbers({ status: 200, data })).toEqual(upTo(15_000));
    await app.ctx.db.execute("delete from log_entries where text = 'entry 15001'");
  });
});

describe('a list that could not be read to its end', () => {
  afterEach(() => vi.restoreAllMocks());

  it('says so and how to get the rest, with nothing twice and nothing missing', async () => {
    const { db } = app.ctx;
    let pages = 0;
    const transaction = vi.spyOn(db, 'transaction').mockImplementation(async (...given) => {
      pages += 1;
      if (pages > 4) throw new Error('the database went away');
      return Reflect.apply(Object.getPrototypeOf(db).transaction as typeof db.transaction, db, given);
    });
    const first = await read({ host: 'long', ...always });
    transaction.mockRestore();
    expect(first).toMatchObject({ status: 200, details: { isCut: true, message: expect.any(String) as string } });
    const { after = '', seen = '' } = first.details ?? {};
    const rest = await read({ host: 'long', after, seen });
    expect(numbers(first).length).toBeGreaterThan(0);
    expect([...numbers(first), ...numbers(rest)]).toEqual(upTo(15_000));
  });

  it('goes on only from a moment and an entry', async () => {
    expect(await read({ seen: '7' })).toMatchObject({ status: 400, details: { fields: [{ field: 'after' }] } });
    expect(await read({ seen: 'x', ...always })).toMatchObject({
      status: 400,
      details: { fields: [{ field: 'seen' }] },
    });
  });
});

describe('a reader that stops reading', () => {
  it('holds one of two slots until it leaves', async () => {
    await fill('stalled', 20_000);
    const stalled = [await open({ host: 'stalled', ...always }), await open({ host: 'stalled', ...always })];
    for (const response of stalled) response.pause();
    expect(stalled.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await open({ host: 'stalled', ...always })).statusCode).toBe(429);
    // A window that fits into one page needs no slot.
    expect((await read({ host: 'nobody' })).data).toEqual([]);
    for (const response of stalled) response.destroy();
    await vi.waitFor(async () => {
      const response = await open({ host: 'stalled', ...always });
      expect(response.statusCode).toBe(200);
      expect(numbers(JSON.parse(await text(response)) as Lines)).toEqual(upTo(20_000));
    });
  });
});

function open(query: Record<string, string>): Promise<IncomingMessage> {
  const path = `/api/logs?${new URLSearchParams(query).toString()}`;
  return new Promise((resolve, reject) => {
    const call = request({ port, path, headers: owner.headers }, resolve);
    call.on('error', reject);
    onTestFinished(() => void call.destroy());
  });
}
