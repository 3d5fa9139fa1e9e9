import dns, { type LookupAddress } from 'node:dns';
import { createServer, request } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { startEgressProxy } from './egress-proxy.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { guardedTarget } from './guarded-target.ts';

/** Listens where names of strangers must not lead. */
const hits: string[] = [];
const canary = createServer((incoming, response) => {
  hits.push(incoming.url ?? '');
  response.end('the canary');
});
await new Promise<void>((resolve) => canary.listen(0, '127.0.0.2', resolve));
const { port } = canary.address() as AddressInfo;
const proxy = await startEgressProxy(new Set());
afterAll(async () => {
  canary.close();
  await proxy.stop();
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const here = { address: '127.0.0.2', family: 4 };
const elsewhere = { address: '8.8.8.8', family: 4 };
const url = `http://rebind.example:${port}/x`;

/** What the name server says, one time after the other; then the last again and again. */
function answer(...answers: LookupAddress[][]): void {
  const left = [...answers];
  const lookup = (_: string, __: object, done: (error: null, found: LookupAddress[]) => void) =>
    done(null, (left.length > 1 ? left.shift() : left[0]) ?? []);
  vi.spyOn(dns, 'lookup').mockImplementation(lookup as unknown as typeof dns.lookup);
  syncBuiltinESMExports();
}

/** What a connection to the name would be made to, or why none is. */
function lookUp(): Promise<string | LookupAddress[]> {
  const { lookup } = guardedTarget('rebind.example', port, new Set());
  return new Promise((resolve) => {
    lookup('rebind.example', { all: true }, (error, found) => resolve(error ? error.message : found));
  });
}

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

const refused = 'rebind.example is not a public address.';

it('a name that leads here is not connected to', async () => {
  answer([here]);
  await expect(guardedFetch(url, { maxBytes: 1000, timeoutMs: 5000 })).rejects.toThrow(refused);
  expect(await statusThroughProxy()).toBeGreaterThanOrEqual(400);
  expect(hits).toEqual([]);
});

it('a name that leads here only later, or besides elsewhere, is not connected to here', async () => {
  answer([elsewhere], [here]);
  expect(await lookUp()).toEqual([elsewhere]);
  expect(await lookUp()).toBe(refused);
  for (const both of [
    [elsewhere, here],
    [here, elsewhere],
  ]) {
    answer(both);
    expect(await lookUp()).toEqual([elsewhere]);
  }
});
