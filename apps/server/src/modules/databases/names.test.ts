import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startDatabasesTest } from './databases.fixture.ts';

const test = await startDatabasesTest();
const { root, folder, put } = test;
const outside = mkdtempSync(join(tmpdir(), 'tribehall-outside-'));
afterAll(() => rmSync(outside, { recursive: true, force: true }));

await test.app.http.listen({ port: 0, host: '127.0.0.1' });
const { port } = test.app.http.server.address() as AddressInfo;

/** Asks with the address as it is: whatever tidies addresses would hide what a stranger can send. */
async function statusOf(method: string, path: string, body?: string): Promise<number> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const headers = { ...test.owner.headers, ...type };
  const request = httpRequest({ port, host: '127.0.0.1', method, path: `/api/databases/${path}`, headers });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}

const statuses = (name: string): Promise<number[]> =>
  Promise.all([
    statusOf('GET', name),
    statusOf('POST', name, '{"text":"[]"}'),
    statusOf('GET', `${name}/versions`),
    statusOf('GET', `${name}/versions/x`),
    statusOf('POST', `${name}/versions/x/restore`, '{}'),
  ]);

const encodeByte = (byte: number) => `%${byte.toString(16).padStart(2, '0')}`;

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('a name that is none of a database', () => {
  put('in/side.json', '{"inside":1}');
  put('notes.txt', '{}');
  put('.hidden.json', '{}');
  put('café.json', '{}');
  writeFileSync(join(folder, 'secret.json'), '{"secret":1}');
  writeFileSync(join(outside, 'secret.json'), '{"secret":1}');

  const names = [
    '../secret.json',
    '..\\secret.json',
    './in/side.json',
    'in/../in/side.json',
    'in//side.json',
    '/in/side.json',
    'in/side.json/',
    'in\\side.json',
    'in/side.json\0',
    'in/side.json\0.json',
    'in/SIDE.json',
    'in/side.json ',
    'in/side.json.',
    ' in/side.json',
    'in/side',
    'in',
    'in/',
    '.',
    '..',
    '/',
    '~/x.json',
    'C:\\x.json',
    'C:x.json',
    '\\\\host\\share\\x.json',
    'file:///etc/passwd',
    join(root, 'in/side.json'),
    join(folder, 'secret.json'),
    join(outside, 'secret.json'),
    '/etc/passwd',
    '/proc/self/environ',
    'CON',
    'NUL.json',
    'side.json:stream',
    '\u202enosj.edis',
    'in\u2215side.json',
    'in\uff0fside.json',
    'cafe\u0301.json',
    '%2e%2e%2fsecret.json',
    '*.json',
    '__proto__',
    'constructor',
    '.hidden.json',
    'notes.txt',
    'x'.repeat(300),
    '\ud83d',
  ];

  it.each(names.map((name) => [JSON.stringify(name).slice(0, 60), name]))('is not found: %s', async (_, name) => {
    const encoded = [...Buffer.from(name)].map(encodeByte).join('');
    const allowed = encoded.length > 500 ? [404, 414] : [404];
    for (const status of await statuses(encoded)) expect(allowed).toContain(status);
    expect(test.content('in/side.json')).toBe('{"inside":1}');
  });

  it.each(names.map((name) => [JSON.stringify(name).slice(0, 60), name]))(
    'is not found with its slashes unencoded: %s',
    async (_, name) => {
      const parts = name.split('/').map((part) => [...Buffer.from(part)].map(encodeByte).join(''));
      const allowed = name.length > 250 ? [404, 414] : name.startsWith('/') ? [400, 404] : [404];
      const [read, saved, ...versions] = await statuses(parts.join('/'));
      for (const status of [read, saved]) expect(allowed).toContain(status);
      // Such a call of a version is one of a database by another name.
      for (const status of versions) expect([...allowed, 400]).toContain(status);
      expect(test.content('in/side.json')).toBe('{"inside":1}');
    },
  );

  it.each([
    '..%2fsecret.json',
    '%2e%2e/secret.json',
    '%252e%252e%252fsecret.json',
    '../secret.json',
    '%c0%ae%c0%ae%2f',
    '%',
  ])('is not found, or no address at all: %s', async (address) => {
    for (const status of await statuses(address)) expect([400, 404, 405]).toContain(status);
  });
});

describe('links', () => {
  it('that lead anywhere are neither listed nor opened, whether to a file or a folder', async () => {
    put('real.json', '{}');
    mkdirSync(join(outside, 'sub'));
    writeFileSync(join(outside, 'sub/x.json'), '{"secret":1}');
    symlinkSync(join(outside, 'secret.json'), join(root, 'link.json'));
    symlinkSync(join(root, 'real.json'), join(root, 'inner.json'));
    symlinkSync(join(outside, 'nothing.json'), join(root, 'dangling.json'));
    symlinkSync(join(outside, 'sub'), join(root, 'linked'));
    linkSync(join(outside, 'secret.json'), join(root, 'hard.json'));
    expect((await test.list()).map(({ file }) => file)).toEqual(['café.json', 'in/side.json', 'real.json']);
    for (const name of ['link.json', 'inner.json', 'dangling.json', 'linked%2fx.json', 'hard.json'])
      expect(await statuses(name)).toEqual([404, 404, 404, 404, 404]);
    expect(readFileSync(join(outside, 'secret.json'), 'utf8')).toBe('{"secret":1}');
    expect(readdirSync(outside).toSorted()).toEqual(['secret.json', 'sub']);
    unlinkSync(join(root, 'hard.json'));
  });

  it('that replace a folder during a write do not redirect the write', async () => {
    put('swap/x.json', '{"at":0}');
    mkdirSync(join(outside, 'target'));
    writeFileSync(join(outside, 'target/x.json'), 'untouched');
    let isOver = false;
    const swapping = (async () => {
      for (let swaps = 0; swaps < 1000; swaps += 1) {
        renameSync(join(root, 'swap'), join(root, 'aside'));
        symlinkSync(join(outside, 'target'), join(root, 'swap'));
        await turns(1 + (swaps % 3));
        unlinkSync(join(root, 'swap'));
        renameSync(join(root, 'aside'), join(root, 'swap'));
        await turns(swaps % 37);
      }
      isOver = true;
    })();
    const seen = new Set<number>();
    for (let at = 1; !isOver; at += 1) seen.add((await test.save('swap/x.json', { data: { at } })).status);
    await swapping;
    seen.add((await test.save('swap/x.json', { data: {} })).status);
    expect([...seen].filter((status) => status !== 404)).toEqual([200]);
    expect(readdirSync(join(outside, 'target'))).toEqual(['x.json']);
    expect(readFileSync(join(outside, 'target/x.json'), 'utf8')).toBe('untouched');
  });
});
