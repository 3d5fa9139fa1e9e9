import { randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { roles } from '@tribehall/contract';
import { expect, it } from 'vitest';
import { uploads } from '../../../db/tables/files.table.ts';
import { createTestUser } from '../../../testing/test-users.ts';
import { bytesType, idOf, metadata, startUploadsTest, type Asked } from './uploads.fixture.ts';

const test = await startUploadsTest({ FILES_MAX_MB: '1' });
const { app, admin } = test;
const named = { 'upload-metadata': metadata({ filename: 'a.txt' }) };
const post = (headers: Record<string, string | number>, body?: Buffer): Promise<Reply> =>
  test.ask('/files/uploads', { method: 'POST', headers, ...(body ? { body } : {}) });
type Reply = Awaited<ReturnType<typeof test.ask>>;
const daysLeft = (expires: unknown) => (Date.parse(String(expires)) - Date.now()) / 86_400_000;

it('says what it can to everyone', async () => {
  const { status, headers } = await test.ask('/files/uploads', { method: 'OPTIONS', headers: { authorization: '' } });
  expect(status).toBe(204);
  expect(headers).toMatchObject({
    'tus-resumable': '1.0.0',
    'tus-version': '1.0.0',
    'tus-max-size': '1000000',
    'tus-extension': 'creation,creation-with-upload,termination,expiration',
  });
});

it('replies as the protocol requires', async () => {
  const created = await post({ 'upload-length': 10, ...named });
  expect(created.status).toBe(201);
  expect(created.headers['upload-offset']).toBe('0');
  expect(created.headers['cache-control']).toBe('no-store');
  // An hour for a first byte, then a week for each next one.
  expect(daysLeft(created.headers['upload-expires'])).toBeLessThanOrEqual(1 / 24);
  const path = String(created.headers.location).replace('/api', '');
  const part = await test.patch(path, 0, 'abc');
  expect([part.status, part.headers['upload-offset'], part.headers['tus-resumable']]).toEqual([204, '3', '1.0.0']);
  const head = await test.ask(path, { method: 'HEAD' });
  expect([head.status, head.headers['upload-offset'], head.headers['upload-length']]).toEqual([200, '3', '10']);
  expect(head.headers['cache-control']).toBe('no-store');
  expect(daysLeft(head.headers['upload-expires'])).toBeGreaterThan(6);
  const last = await test.patch(path, 3, 'defghij');
  expect([last.status, last.headers['upload-offset'], last.headers['upload-expires']]).toEqual([204, '10', undefined]);
});

it.each<[string, Asked, number, string[]]>([
  ['no length', { method: 'POST', headers: named }, 400, ['Upload-Length']],
  [
    'a length that is no number',
    { method: 'POST', headers: { ...named, 'upload-length': '1e3' } },
    400,
    ['Upload-Length'],
  ],
  ['a negative length', { method: 'POST', headers: { ...named, 'upload-length': '-1' } }, 400, ['Upload-Length']],
  [
    'a length to come',
    { method: 'POST', headers: { ...named, 'upload-defer-length': 1 } },
    400,
    ['Upload-Defer-Length'],
  ],
  ['no name', { method: 'POST', headers: { 'upload-length': 1 } }, 400, ['filename']],
  [
    'an empty name',
    { method: 'POST', headers: { 'upload-length': 1, 'upload-metadata': 'filename' } },
    400,
    ['filename'],
  ],
  [
    'a name of nothing',
    { method: 'POST', headers: { 'upload-length': 1, 'upload-metadata': metadata({ filename: '../..' }) } },
    400,
    ['filename'],
  ],
  [
    'no Base64',
    { method: 'POST', headers: { 'upload-length': 1, 'upload-metadata': 'filename a*b' } },
    400,
    ['Upload-Metadata'],
  ],
  [
    'a part of Base64',
    { method: 'POST', headers: { 'upload-length': 1, 'upload-metadata': 'filename YQ==,other Y' } },
    400,
    ['Upload-Metadata'],
  ],
  [
    'no UTF-8',
    { method: 'POST', headers: { 'upload-length': 1, 'upload-metadata': 'filename /w==' } },
    400,
    ['Upload-Metadata'],
  ],
  [
    'a key given twice',
    { method: 'POST', headers: { 'upload-length': 1, 'upload-metadata': 'filename YQ==,filename YQ==' } },
    400,
    ['Upload-Metadata'],
  ],
  [
    'an unknown visibility',
    {
      method: 'POST',
      headers: { 'upload-length': 1, 'upload-metadata': metadata({ filename: 'a', visibility: 'all' }) },
    },
    400,
    ['visibility'],
  ],
  [
    'an endless fingerprint',
    {
      method: 'POST',
      headers: { 'upload-length': 1, 'upload-metadata': metadata({ filename: 'a', fingerprint: 'x'.repeat(501) }) },
    },
    400,
    ['fingerprint'],
  ],
  ['too long a file', { method: 'POST', headers: { ...named, 'upload-length': 1_000_001 } }, 413, []],
  [
    'more bytes than announced',
    { method: 'POST', headers: { ...named, ...bytesType, 'upload-length': 2 }, body: 'abc' },
    413,
    [],
  ],
  [
    'another type',
    { method: 'POST', headers: { ...named, 'upload-length': 2, 'content-type': 'text/plain' }, body: 'ab' },
    415,
    [],
  ],
])('refuses a creation with %s', async (_, asked, status, fields) => {
  const reply = await test.ask('/files/uploads', asked);
  expect([reply.status, reply.fields]).toEqual([status, fields]);
  expect(reply.headers['tus-resumable']).toBe('1.0.0');
});

it('leaves nothing of a creation whose bytes are refused', async () => {
  const before = (await test.ask('/files/uploads', { method: 'GET' })).data as unknown[];
  const headers = { ...named, ...bytesType, 'upload-length': 2, 'transfer-encoding': 'chunked' };
  expect((await test.ask('/files/uploads', { method: 'POST', headers, body: 'abc' })).status).toBe(413);
  expect((await test.ask('/files/uploads', { method: 'GET' })).data).toHaveLength(before.length);
  expect(test.parts()).toEqual([]);
});

it.each<[string, Asked, number, string | undefined]>([
  [
    'another version',
    { method: 'PATCH', headers: { ...bytesType, 'upload-offset': 2, 'tus-resumable': '0.2.2' } },
    412,
    'PRECONDITION_FAILED',
  ],
  ['a wrong offset', { method: 'PATCH', headers: { ...bytesType, 'upload-offset': 1 }, body: 'x' }, 409, 'CONFLICT'],
  ['no offset', { method: 'PATCH', headers: bytesType, body: 'x' }, 400, 'BAD_REQUEST'],
  [
    'an offset that is no number',
    { method: 'PATCH', headers: { ...bytesType, 'upload-offset': 'two' }, body: 'x' },
    400,
    'BAD_REQUEST',
  ],
  [
    'too many bytes',
    { method: 'PATCH', headers: { ...bytesType, 'upload-offset': 2 }, body: 'x'.repeat(9) },
    413,
    'PAYLOAD_TOO_LARGE',
  ],
  [
    'too many bytes without a length',
    {
      method: 'PATCH',
      headers: { ...bytesType, 'upload-offset': 2, 'transfer-encoding': 'chunked' },
      body: 'x'.repeat(9),
    },
    413,
    'PAYLOAD_TOO_LARGE',
  ],
  [
    'another type',
    { method: 'PATCH', headers: { 'content-type': 'text/plain', 'upload-offset': 2 }, body: 'x' },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
])('refuses the next bytes with %s, and stays where it is', async (_, asked, status, code) => {
  const path = await test.begin(10);
  await test.patch(path, 0, 'ab');
  const reply = await test.ask(path, asked);
  expect([reply.status, reply.code, reply.headers['tus-resumable']]).toEqual([status, code, '1.0.0']);
  expect((await test.ask(path, { method: 'HEAD' })).headers['upload-offset']).toBe('2');
});

it('says its version to a client of another', async () => {
  const { status, headers } = await post({ 'tus-resumable': '2.0.0', 'upload-length': 1, ...named });
  expect([status, headers['tus-version']]).toEqual([412, '1.0.0']);
});

it('has nothing for others, for nobody and for those who are no Admin', async () => {
  const path = await test.begin(10);
  const other = await createTestUser(app, { roles: [roles.Owner] });
  const member = await createTestUser(app);
  for (const method of ['HEAD', 'PATCH', 'DELETE'])
    for (const [user, status] of [
      [other, 404],
      [member, 403],
      [{ ...member, headers: { authorization: '' } }, 401],
    ] as const) {
      const headers = method === 'PATCH' ? { ...bytesType, 'upload-offset': 0 } : {};
      expect(
        (await test.ask(path, { method, headers, ...(method === 'PATCH' ? { body: 'x' } : {}) }, user)).status,
      ).toBe(status);
    }
  expect((await test.ask('/files/uploads', { method: 'GET' }, other)).data).toEqual([]);
  expect((await test.ask('/files/uploads/unknown', { method: 'HEAD' })).status).toBe(404);
  expect((await test.patch(path, 0, '0123456789')).status).toBe(204);
});

it('lets an early refusal reach a sender of many bytes, and ends the connection', async () => {
  const path = await test.begin(1_000_000);
  const headers = { ...bytesType, 'upload-offset': 5, 'content-length': 1_000_000 };
  const { request, reply } = test.start(path, { method: 'PATCH', headers });
  request.write(randomBytes(500_000));
  const { status, headers: replied } = await reply;
  expect([status, replied.connection]).toEqual([409, 'close']);
  await expect.poll(() => request.destroyed || request.socket?.destroyed).toBe(true);
});

it('lets a refusal reach a sender that reads nothing before it has sent all', async () => {
  const path = await test.begin(10);
  const { hostname, port } = new URL(test.url);
  const socket = connect(Number(port), hostname);
  const head = [
    `PATCH /api${path} HTTP/1.1`,
    `host: ${hostname}`,
    `authorization: ${admin.headers.authorization}`,
    'tus-resumable: 1.0.0',
    'content-type: application/offset+octet-stream',
    'upload-offset: 5',
    'content-length: 10000000',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject).write(Buffer.alloc(10_000_000), () => resolve());
  });
  expect(await text(socket)).toMatch(/^HTTP\/1.1 409 .*"code":"CONFLICT"/s);
});

it('stops taking bytes when the session ends', async () => {
  const path = await test.begin(10);
  const user = await createTestUser(app, { roles: [roles.Admin] });
  const own = await test.begin(10, 'own.bin', user);
  const headers = { ...bytesType, 'upload-offset': 0, 'content-length': 10 };
  const { request, reply } = test.start(own, { method: 'PATCH', headers }, user);
  request.write('abc');
  await expect.poll(() => test.parts()).toContain(idOf(own));
  await test.ask(
    '/users/logout',
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
    user,
  );
  expect((await reply).status).toBe(401);
  expect((await test.patch(path, 0, '0123456789', admin)).status).toBe(204);
});

it('refuses the upload after the thousandth that is not finished', async () => {
  const user = await createTestUser(app, { roles: [roles.Admin] });
  const [startedAt, expiresAt] = [new Date(), new Date(Date.now() + 60_000)];
  const begun = {
    userId: user.id,
    name: 'a',
    size: 1,
    visibility: 'public',
    received: 0,
    startedAt,
    expiresAt,
  } as const;
  await app.ctx.db.insert(uploads).values(Array.from({ length: 1000 }, () => ({ id: randomUUID(), ...begun })));
  const headers = { 'upload-length': 1, ...named };
  const { status, code } = await test.ask('/files/uploads', { method: 'POST', headers }, user);
  expect([status, code]).toEqual([429, 'TOO_MANY_REQUESTS']);
});
