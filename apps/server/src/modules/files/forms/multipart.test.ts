import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { roles } from '@tribehall/contract';
import { expect, it } from 'vitest';
import { createTestUser } from '../../../testing/test-users.ts';
import { boundary, formOf, formType, postForm, type FormPart } from './multipart.fixture.ts';
import { hashOf, startUploadsTest, type Listed } from '../uploads/uploads.fixture.ts';

const test = await startUploadsTest({ FILES_MAX_MB: '3' });
const { app, admin, folder } = test;
const post = (parts: FormPart[], options?: { isComplete: boolean }) => postForm(test, parts, options);
const file = (fileName: string, value: string | Buffer = 'content'): FormPart => ({ fileName, value });
const field = (name: string, value: string): FormPart => ({ name, value });

/** What lies beside the folder of the files, with its content. */
function outside(): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(join(folder, 'files/')));
  return Object.fromEntries(names.toSorted().map((path) => [path, readFileSync(path, 'utf8')]));
}

it('takes several files of a real form at once, with their paths', async () => {
  const form = new FormData();
  const bytes = randomBytes(2_000_000);
  form.append('isPrivate', 'true');
  form.append('allowedRoles', '');
  form.append('files', new Blob([bytes]), 'maps/island.png');
  form.append('files', new Blob(['{}']), 'ünï "côdé" 日本.json');
  form.append('files', new Blob([]), 'empty.txt');
  const response = await fetch(`${test.url}/api/files`, { method: 'POST', headers: admin.headers, body: form });
  expect(response.status).toBe(200);
  const { data } = (await response.json()) as { data: Listed[] };
  expect(data).toMatchObject([
    { fileName: 'maps/island.png', size: 2_000_000, visibility: 'private', uploadedBy: admin.username },
    { fileName: 'ünï %22côdé%22 日本.json', size: 2 },
    { fileName: 'empty.txt', size: 0 },
  ]);
  const [first, , empty] = data;
  expect(test.content(first?.fileId ?? '').equals(bytes)).toBe(true);
  expect(test.content(empty?.fileId ?? '')).toHaveLength(0);
  const details = await test.ask(`/files/${first?.fileId}`, { method: 'GET' });
  expect(details.data).toMatchObject({ hash: hashOf(bytes) });
  expect(test.parts()).toEqual([]);
});

it.each<[FormPart[], string]>([
  [[], 'public'],
  [[field('isPrivate', 'false'), field('allowedRoles', '')], 'public'],
  [[field('isPrivate', 'true')], 'private'],
  [[field('allowedRoles', 'Admin')], 'admins'],
  [[field('allowedRoles', '1000,1500')], 'admins'],
  [[field('allowedRoles', 'Owner, Admin')], 'admins'],
])('reads who may open it from %j: %s', async (fields, visibility) => {
  const before = await post([...fields, file('a.txt')]);
  const after = await post([file('a.txt'), ...fields]);
  for (const { status, data } of [before, after]) expect([status, data]).toMatchObject([200, [{ visibility }]]);
});

it.each<[string, FormPart[], string]>([
  ['no file', [field('isPrivate', 'true')], 'files'],
  ['an empty name', [file('')], 'files'],
  ['a name of nothing', [file('../..')], 'files'],
  ['no file name', [field('files', 'content')], 'files'],
  [
    'bytes without a file name',
    [{ value: 'x', disposition: 'form-data; name="files"\r\nContent-Type: application/octet-stream' }],
    'files',
  ],
  ['an unknown field', [field('folder', 'x'), file('a')], 'folder'],
  ['a file in another field', [{ ...file('a'), name: 'isPrivate' }], 'isPrivate'],
  ['a field twice', [field('isPrivate', 'true'), field('isPrivate', 'false'), file('a')], 'isPrivate'],
  ['a field too long', [field('allowedRoles', 'x'.repeat(2000)), file('a')], 'allowedRoles'],
  ['many fields', [...Array.from({ length: 20 }, () => field('isPrivate', 'true')), file('a')], 'isPrivate'],
  ['something between true and false', [field('isPrivate', 'maybe'), file('a')], 'isPrivate'],
  ['an unknown role', [file('a'), field('allowedRoles', 'Admin,Friends')], 'allowedRoles'],
  ['a role that is not asked for', [file('a'), field('allowedRoles', 'Owner')], 'allowedRoles'],
  [
    'a role for what is private',
    [file('a'), field('isPrivate', 'true'), field('allowedRoles', 'Admin')],
    'allowedRoles',
  ],
  ['a name of nothing after a good one', [file('a'), file('..')], 'files'],
  ['a thousand parts', Array.from({ length: 1000 }, (_, i) => file(`${i}.txt`)), 'files'],
])('refuses a form with %s, stores none of it and leaves no part', async (_, parts, blamed) => {
  const before = await test.list();
  const { status, code, fields } = await post(parts);
  expect([status, code, fields]).toEqual([400, 'BAD_REQUEST', [blamed]]);
  expect(await test.list()).toEqual(before);
  expect(test.parts()).toEqual([]);
});

const privateHeader = 'Content-Disposition: form-data; name="isPrivate"\r\n';
it.each<[string, string]>([
  ['without headers', ''],
  ['without a disposition', 'Content-Type: text/plain\r\n'],
  ['with another disposition', 'Content-Disposition: attachment; name="files"; filename="b"\r\n'],
  ['with a broken header', `broken\r\n${privateHeader}`],
  ['with 40 headers', 'X-More: x\r\n'.repeat(40) + privateHeader],
  ['with 20 KB of headers', `X-More: ${'x'.repeat(20_000)}\r\n${privateHeader}`],
])('refuses a form with a part %s instead of skipping it, wherever it is', async (_, headers) => {
  const before = await test.list();
  const part = { headers, value: 'true' };
  for (const parts of [
    [part, file('a')],
    [file('a'), part],
    [file('a'), part, file('b', randomBytes(200_000))],
  ]) {
    const { status, code, fields } = await post(parts);
    expect([status, code, fields]).toEqual([400, 'BAD_REQUEST', ['files']]);
  }
  expect(await test.list()).toEqual(before);
  expect(test.parts()).toEqual([]);
});

it.each<[string, FormPart[]]>([
  ['the beginning of a boundary in a file', [file('a', `x\r\n--${boundary}y\r\nz`)]],
  ['the beginning of a boundary in a field', [file('a'), field('isPrivate', `true\r\n--${boundary}y`)]],
  ['a boundary at the end of a file', [file('a', `x\r\n--${boundary}`)]],
  ['such a file before another', [file('a', `x\r\n--${boundary}y`), file('b', randomBytes(200_000))]],
])('refuses a form with %s as soon as it has come', async (_, parts) => {
  const before = await test.list();
  const { status, code, fields } = await post(parts);
  expect([status, code, fields]).toEqual([400, 'BAD_REQUEST', ['files']]);
  expect(await test.list()).toEqual(before);
  expect(test.parts()).toEqual([]);
});

it('refuses a form that ends too early, and one without a boundary', async () => {
  const before = await test.list();
  const cut = await post([file('a', randomBytes(200_000))], { isComplete: false });
  expect([cut.status, cut.fields]).toEqual([400, ['files']]);
  const headers = { 'content-type': 'multipart/form-data' };
  const unbound = await test.ask('/files', { method: 'POST', headers, body: formOf([file('a')]) });
  expect([unbound.status, unbound.fields]).toEqual([400, ['Content-Type']]);
  const garbage = await test.ask('/files', { method: 'POST', headers: formType, body: randomBytes(100_000) });
  expect([garbage.status, garbage.fields]).toEqual([400, ['files']]);
  const empty = await test.ask('/files', { method: 'POST', headers: formType, body: '' });
  expect(empty.status).toBe(400);
  expect(await test.list()).toEqual(before);
  expect(test.parts()).toEqual([]);
});

it('refuses what is too large: by the declared length before it is read, and by what arrives', async () => {
  const headers = { ...formType, 'content-length': 5_000_000 };
  const { request, reply } = test.start('/files', { method: 'POST', headers });
  request.write('--');
  const refused = await reply;
  expect([refused.status, refused.code, refused.headers.connection]).toEqual([413, 'PAYLOAD_TOO_LARGE', 'close']);
  for (const parts of [
    [file('a', randomBytes(3_000_001))],
    [file('a', randomBytes(2_000_000)), file('b', randomBytes(1_000_001))],
  ]) {
    const body = formOf(parts);
    const chunked = { ...formType, 'transfer-encoding': 'chunked' };
    expect((await test.ask('/files', { method: 'POST', headers: chunked, body })).status).toBe(413);
    expect((await test.ask('/files', { method: 'POST', headers: formType, body })).status).toBe(413);
  }
  expect(test.parts()).toEqual([]);
  expect((await post([file('just.right', randomBytes(3_000_000))])).status).toBe(200);
});

it('is for Admins alone', async () => {
  const member = await createTestUser(app);
  const body = formOf([file('a')]);
  expect((await test.ask('/files', { method: 'POST', headers: formType, body }, member)).status).toBe(403);
});

it('leaves no part of a hundred forms whose senders went away', async () => {
  const before = await test.list();
  const body = formOf([file('first', randomBytes(300_000)), file('second', randomBytes(300_000))], {
    isComplete: false,
  });
  const headers = { ...formType, 'content-length': 1_000_000 };
  const requests = Array.from({ length: 100 }, (_, i) => {
    const { request } = test.start('/files', { method: 'POST', headers });
    request.write(body.subarray(0, 5000 * (i + 1)));
    return request;
  });
  await expect.poll(() => test.parts().length).toBeGreaterThanOrEqual(100);
  for (const request of requests) request.destroy();
  await expect.poll(() => test.parts()).toEqual([]);
  expect(await test.list()).toEqual(before);
});

const hostile = [
  '../../escape',
  '..\\..\\escape',
  '/etc/passwd',
  '\\\\server\\share\\x',
  'C:\\Windows\\win.ini',
  'c:x',
  'file:///etc/passwd',
  '....//....//x',
  '..;/x',
  '%2e%2e%2fx',
  '..%2fx',
  '..%5cx',
  '%00',
  'a%00.txt',
  'a\u0000.txt',
  '.\u0000./x',
  '~/.ssh/authorized_keys',
  '$HOME/x',
  '`id`',
  '; rm -rf .',
  '| cat',
  'CON',
  'NUL.txt',
  'aux',
  'COM1',
  'x.',
  'x ',
  ' x',
  '.x',
  'x::$DATA',
  'x:y',
  '-rf',
  'a'.repeat(300),
  `${'é'.repeat(150)}.txt`,
  'gpj.\u202Eexe',
  '\u200Fx',
  'e\u0301.txt',
  '\u00e9.txt',
  'kept/x',
  '<script>alert(1)</script>.svg',
];

it(`keeps ${hostile.length} names from touching anything outside the folder of the files`, async () => {
  mkdirSync(join(folder, 'beside'), { recursive: true });
  writeFileSync(join(folder, 'beside/escape'), 'untouched');
  cpSync(join(folder, 'beside'), join(folder, 'etc'), { recursive: true });
  const before = outside();
  const names: string[] = [];
  for (const name of hostile) {
    const { status, data } = await post([file(name.replaceAll('"', ''), name)]);
    if (status === 400) continue;
    expect(status).toBe(200);
    const [stored] = data as Listed[];
    names.push(stored?.fileName ?? '');
    expect(test.content(stored?.fileId ?? '').toString()).toBe(name);
  }
  expect(names.length).toBeGreaterThan(36);
  for (const name of names) {
    expect(name.split('/')).not.toContain('..');
    expect(name).not.toMatch(/[\p{Cc}\p{Cf}\\]|^\/|^[a-z]:/iu);
    expect(Math.max(...name.split('/').map((part) => Buffer.byteLength(part)))).toBeLessThanOrEqual(255);
  }
  expect(names.filter((name) => name === 'é.txt')).toHaveLength(2);
  expect(outside()).toEqual(before);
  expect(test.stored().every((name) => /^[0-9a-f-]{36}$/.test(name))).toBe(true);
});

const used = async () => ((await test.ask('/files/usage', { method: 'GET' })).data as { bytes: number }).bytes;

it('never opens an archive: it is stored byte for byte, and counts for what it is', async () => {
  const bomb = gzipSync(Buffer.alloc(20_000_000, ' '));
  const before = await used();
  const { status, data } = await post([file('bomb.tar.gz', bomb), file('bomb.zip', bomb)]);
  expect(status).toBe(200);
  for (const { fileId } of data as Listed[]) expect(test.content(fileId).equals(bomb)).toBe(true);
  expect((await used()) - before).toBe(2 * bomb.length);
});

it('stops taking a form when the Admin is none any more', async () => {
  const user = await createTestUser(app, { roles: [roles.Admin] });
  const { request, reply } = test.start(
    '/files',
    { method: 'POST', headers: { ...formType, 'content-length': 1_000_000 } },
    user,
  );
  request.write(formOf([file('a', randomBytes(1000))], { isComplete: false }));
  await expect.poll(() => test.parts()).toHaveLength(1);
  await test.ask(
    '/users/logout',
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
    user,
  );
  expect((await reply).status).toBe(401);
  expect(test.parts()).toEqual([]);
});
