import { lookup, type LookupAddress } from 'node:dns';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startEgressProxy } from './egress-proxy.ts';
import { guardedFetch } from './guarded-fetch.ts';

// For this test, this one address is on the internet.
vi.mock('./public-address.ts', () => ({ isPublicAddress: (address: string) => address === '127.0.0.3' }));
vi.mock('node:dns', async (importOriginal) => ({ ...(await importOriginal<object>()), lookup: vi.fn() }));

/** Listens where names of strangers must not lead. */
const hits: string[] = [];
const canary = createServer((incoming, response) => {
  hits.push(incoming.url ?? '');
  response.end('the canary');
});
await new Promise<void>((resolve) => canary.listen(0, '127.0.0.2', resolve));
const { port } = canary.address() as AddressInfo;
const site = createServer((_, response) => response.end('the site'));
await new Promise<void>((resolve) => site.listen(port, '127.0.0.3', resolve));
const proxy = await startEgressProxy(new Set());
afterAll(async () => {
  canary.close();
  site.close();
  await proxy.stop();
});

const here = { address: '127.0.0.2', family: 4 };
const elsewhere = { address: '127.0.0.3', family: 4 };

/** What the name server says, one time after the other; then the last again and again. */
function answer(...answers: LookupAddress[][]): void {
  let asked = 0;
  vi.mocked(lookup).mockImplementation(((_: string, __: object, done: (error: null, found: LookupAddress[]) => void) => {
    done(null, answers[Math.min(asked, answers.length - 1)] ?? []);
    asked += 1;
  }) as unknown as typeof lookup);
}

const options = { allowed: new Set<string>(), maxBytes: 1000, timeoutMs: 1000 };
const url = `http://rebind.example:${port}/x`;

async function statusThroughProxy(): Promise<number> {
  const { hostname, port: proxyPort, username, password } = new URL(proxy.open({ maxBytes: 1000 }).url);
  const credentials = Buffer.from(`${username}:${password}`).toString('base64');
  const headers = { 'proxy-authorization': `Basic ${credentials}` };
  return new Promise((resolve, reject) => {
    request({ host: hostname, port: proxyPort, path: url, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

beforeEach(() => void hits.splice(0));

describe('a name that leads here', () => {
  it.each([
    ['at once', [[here]]],
    ['after it has led elsewhere', [[elsewhere], [here]]],
    ['besides elsewhere', [[elsewhere, here]]],
    ['besides elsewhere, first', [[here, elsewhere]]],
  ])('%s is not connected to', async (_, answers) => {
    const leadsElsewhere = answers[0]?.includes(elsewhere) === true;
    answer(...answers);
    const fetched = guardedFetch(url, options).then(({ body }) => body.toString(), (error: Error) => error.message);
    expect(await fetched).toBe(leadsElsewhere ? 'the site' : 'rebind.example is not a public address.');
    answer(...answers);
    expect((await statusThroughProxy()) === 200).toBe(leadsElsewhere);
    answer([here]);
    await expect(guardedFetch(url, options)).rejects.toThrow('is not a public address');
    expect(await statusThroughProxy()).not.toBe(200);
    expect(hits).toEqual([]);
  });
});
