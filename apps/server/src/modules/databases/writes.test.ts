import { createHash } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../app.ts';
import { restarted } from '../../testing/test-app.ts';
import { databaseVersions } from '../../db/tables/databases.table.ts';
import { liveSubject } from '../events/events.service.ts';
import { guilds, startDatabasesTest } from './databases.fixture.ts';

const test = await startDatabasesTest();
const { app, owner, put, read, save, content, names } = test;
const [first, second, third] = guilds;
const hashOf = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const partOf = async (file: string, guild: string) => (await read(file, `guildId=${guild}&as=text`)).data;
const auditOf = async (target: string) => {
  const { rows } = await app.ctx.db.execute(`select * from audit where target = '${target}' order by id`);
  return rows as { action: string; actor: string; actor_id: string; details: Record<string, unknown> }[];
};

describe('saving', () => {
  it('stores a text letter for letter, and writes data readably', async () => {
    put('a.json', '{}');
    const text = '\n{ "b" : 1.50,\t"a":[ ] ,\r\n"é":"\\u00e9" }  ';
    expect((await save('a.json', { text })).data).toEqual({ version: hashOf(text) });
    expect(content('a.json')).toBe(text);
    const data = { z: [1, { y: null }], a: 'x' };
    const { data: saved } = await save('a.json', { data });
    const written = `${JSON.stringify(data, null, 2)}\n`;
    expect([content('a.json'), saved.version]).toEqual([written, hashOf(written)]);
    expect((await read('a.json')).data.version).toBe(saved.version);
    expect((await save('a.json', { data: null })).status).toBe(200);
    expect(content('a.json')).toBe('null\n');
  });

  it('replaces the part of one guild and nothing else', async () => {
    const around = (part: string) => `{\r\n\t"${second}" : {"a":1},\n  "note": "n",\n "${first}": ${part}\n}\n\n`;
    put('parts.json', around('[ 1.50 ]'));
    const { data } = await save('parts.json', { guildId: first, text: '  { "x" : 2 }\n' });
    expect(content('parts.json')).toBe(around('  { "x" : 2 }\n'));
    expect(data.version).toBe(hashOf('{ "x" : 2 }'));
    expect(await partOf('parts.json', first)).toMatchObject({ text: '{ "x" : 2 }', version: data.version });
    await save('parts.json', { guildId: first, data: { x: [1], y: {} } });
    expect(await partOf('parts.json', first)).toMatchObject({ text: '{\n   "x": [\n     1\n   ],\n   "y": {}\n }' });
    await save('parts.json', { guildId: second, data: 5 });
    expect(content('parts.json')).toContain(`\t"${second}" : 5,\n  "note": "n",`);
  });

  it('adds the part of a guild that had none, as the rest is written', async () => {
    const cases = [
      ['{}', `{\n  "${third}": {\n    "a": 1\n  }\n}`],
      [' { \n} \n', ` {\n  "${third}": {\n    "a": 1\n  }\n} \n`],
      [`{"${first}":1}`, `{"${first}":1, "${third}": {"a":1}}`],
      [`{\n    "${first}": 1\n}\n`, `{\n    "${first}": 1,\n    "${third}": {\n      "a": 1\n    }\n}\n`],
    ] as const;
    for (const [before, after] of cases) {
      put('added.json', before);
      const { data } = await save('added.json', { guildId: third, data: { a: 1 } });
      expect(content('added.json')).toBe(after);
      expect((await partOf('added.json', third)).version).toBe(data.version);
    }
  });

  it('refuses a part where there can be none', async () => {
    const fieldsOf = async (body: object) => {
      const { status, details } = await save('none.json', body);
      return [status, details?.fields?.map(({ field }) => field)];
    };
    for (const text of ['[]', '5', '{"a":']) {
      put('none.json', text);
      expect(await fieldsOf({ guildId: first, data: {} })).toEqual([400, ['guildId']]);
      expect(content('none.json')).toBe(text);
    }
    put('none.json', '{"42": 1}');
    expect(await fieldsOf({ guildId: '43', data: {} })).toEqual([400, ['guildId']]);
    expect((await save('none.json', { guildId: '42', data: 2 })).status).toBe(200);
    expect(await fieldsOf({ guildId: 'x', data: 2 })).toEqual([400, ['guildId']]);
    expect(await fieldsOf({})).toEqual([400, ['data']]);
    expect(await fieldsOf({ data: 1, text: '1' })).toEqual([400, ['data']]);
    expect(await fieldsOf({ version: 'x', data: 1 })).toEqual([400, ['version']]);
  });

  it('refuses a stale version with what is there now, of the file and of a part', async () => {
    put('stale.json', `{"${first}":1,"${second}":2}`);
    const { version } = (await read('stale.json')).data;
    const part = await partOf('stale.json', first);
    expect((await save('stale.json', { guildId: second, data: 3 })).status).toBe(200);
    const whole = await save('stale.json', { data: {}, version });
    const now = content('stale.json');
    expect([whole.status, whole.code, whole.details]).toEqual([409, 'CONFLICT', { version: hashOf(now), text: now }]);
    expect((await save('stale.json', { guildId: first, data: 4, version: part.version })).status).toBe(200);
    const late = await save('stale.json', { guildId: first, data: 5, version: part.version });
    expect([late.status, late.details]).toEqual([409, { version: hashOf('4'), text: '4' }]);
    const none = await save('stale.json', { guildId: third, data: 5, version: part.version });
    expect([none.status, none.details]).toEqual([409, { version: null }]);
    put('stale.json', JSON.stringify('x'.repeat(1024 * 1024)));
    const large = await save('stale.json', { data: {}, version });
    expect(Object.keys(large.details ?? {})).toEqual(['version']);
  });

  it('loses none of a hundred changes of different parts that come at once', async () => {
    put('many.json', '{\n}');
    const ids = Array.from({ length: 100 }, (_, index) => String(200_000_000_000_000_000n + BigInt(index)));
    const replies = await Promise.all(ids.map((guildId) => save('many.json', { guildId, data: { guildId } })));
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    const expected = Object.fromEntries(ids.map((guildId) => [guildId, { guildId }]));
    expect(JSON.parse(content('many.json'))).toEqual(expected);
    expect(new Set((await auditOf('many.json')).map(({ details }) => details['after'])).size).toBe(100);
  });

  it('lets one of a hundred win that were made to the same version', async () => {
    put('one.json', '{}');
    const { version } = (await read('one.json')).data;
    const texts = Array.from({ length: 100 }, (_, index) => `{"a": ${index}}`);
    const replies = await Promise.all(texts.map((text) => save('one.json', { text, version })));
    const winner = replies.findIndex(({ status }) => status === 200);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(99);
    expect(content('one.json')).toBe(texts[winner]);
  });

  it('is audited with the hashes of before and after, and published to readers', async () => {
    put('audited.json', '{"a":1}');
    const published = vi.fn<(message: unknown) => void>();
    const stop = app.ctx.bus.subscribe(liveSubject, published);
    const { data } = await save('audited.json', { text: `{"${first}":1}` });
    await save('audited.json', { guildId: first, data: 2 });
    await save('audited.json', { guildId: first, data: 2 });
    stop();
    const after = hashOf(`{"${first}":2}`);
    const by = { actor: owner.username, actor_id: owner.id, action: 'databases.save' };
    expect(await auditOf('audited.json')).toMatchObject([
      { ...by, details: { guildId: null, before: hashOf('{"a":1}'), after: data.version, bytes: 24 } },
      { ...by, details: { guildId: first, before: data.version, after, bytes: 24 } },
    ]);
    const live = published.mock.calls.map(([message]) => message as { topic: string; data: unknown });
    expect(live.filter(({ topic }) => topic === 'databases').map((message) => message.data)).toEqual([
      { file: 'audited.json', version: data.version },
      { file: 'audited.json', version: after },
    ]);
  });

  it('leaves the file its mode and owner, gives nobody more, and leaves nothing beside it', async () => {
    put('sub/mode.json', '{}', 0o640);
    await save('sub/mode.json', { data: { a: 1 } });
    expect([statSync(join(test.root, 'sub/mode.json')).mode & 0o777, names('sub')]).toEqual([0o640, ['mode.json']]);
  });

  it('takes no more than the file may have', async () => {
    put('size.json', '{}');
    const text = JSON.stringify('x'.repeat(10 * 1024 * 1024 - 2));
    expect((await save('size.json', { text })).status).toBe(200);
    expect((await save('size.json', { text: `${text} ` })).status).toBe(413);
    expect((await save('size.json', { data: 'x'.repeat(10 * 1024 * 1024) })).status).toBe(413);
    expect(content('size.json')).toBe(text);
    // Only its lines would make it too large.
    const long = `${'['.repeat(150)}${Array.from({ length: 40_000 }, () => 0).join()}${']'.repeat(150)}`;
    expect((await save('size.json', `{"data":${long}}`)).status).toBe(200);
    expect(content('size.json')).toBe(long);
  });
});

describe('earlier versions', () => {
  it('are stored with their author, including edits by hand, and are restored byte for byte', async () => {
    const bytes = Buffer.from([0x7b, 0xff, 0x0d, 0x00]);
    put('versions.json', '{"by":"hand"}');
    await save('versions.json', { text: '{"by": "owner"}' });
    put('versions.json', bytes);
    await save('versions.json', { text: '{}' });
    const versions = await test.versions('versions.json');
    expect(versions.map(({ kind, by, isCurrent }) => [kind, by, isCurrent])).toEqual([
      ['saved', owner.username, true],
      ['found', null, false],
      ['saved', owner.username, false],
      ['found', null, false],
    ]);
    const [, found, , oldest] = versions;
    expect((await test.version('versions.json', oldest?.id ?? '')).data.text).toBe('{"by":"hand"}');
    const stale = await test.restore('versions.json', found?.id ?? '', { version: hashOf('x') });
    expect([stale.status, stale.details]).toEqual([409, { version: hashOf('{}'), text: '{}' }]);
    const restored = await test.restore('versions.json', found?.id ?? '', { version: hashOf('{}') });
    expect(restored.data.version).toBe(hashOf(bytes));
    expect(test.bytes('versions.json').equals(bytes)).toBe(true);
    expect((await test.restore('versions.json', oldest?.id ?? '')).status).toBe(200);
    expect(content('versions.json')).toBe('{"by":"hand"}');
    expect((await test.versions('versions.json')).map(({ kind, isCurrent }) => [kind, isCurrent]).slice(0, 2)).toEqual([
      ['restored', true],
      ['restored', false],
    ]);
    expect((await auditOf('versions.json')).map(({ action }) => action).slice(-2)).toEqual([
      'databases.restore',
      'databases.restore',
    ]);
  });

  it('are 404 where there are none of that id, or it is of another file', async () => {
    put('versions.json', '{}');
    put('other.json', '{}');
    await save('other.json', { text: '[]' });
    const [version] = await test.versions('other.json');
    for (const id of [version?.id ?? '', 'x']) {
      expect((await test.version('versions.json', id)).status).toBe(404);
      expect((await test.restore('versions.json', id)).status).toBe(404);
    }
    // Clients resolve the dots: what arrives is a write of versions.json/restore without a body.
    expect((await test.version('versions.json', '..')).status).toBe(404);
    expect((await test.restore('versions.json', '..')).status).toBe(400);
  });

  it('are the newest fifty of each file', async () => {
    put('fifty.json', '0');
    for (let value = 1; value <= 55; value += 1) await save('fifty.json', { data: value });
    const versions = await test.versions('fifty.json');
    expect(versions).toHaveLength(50);
    expect((await test.version('fifty.json', versions.at(-1)?.id ?? '')).data.text).toBe('6\n');
    const rows = await app.ctx.db.select().from(databaseVersions).where(eq(databaseVersions.file, 'fifty.json'));
    expect(rows).toHaveLength(50);
  });
});

it('rereads what changed without a new time or size', async () => {
  const path = join(test.root, 'same.json');
  writeFileSync(path, `{"${first}":1}`);
  expect((await partOf('same.json', first)).text).toBe('1');
  writeFileSync(path, `{"${second}":2}`);
  expect((await partOf('same.json', second)).text).toBe('2');
});

it('loses nothing where two portals change the same file at once', async () => {
  put('two.json', '{}');
  const other = buildApp(restarted(app.ctx, { ...app.ctx.config }), '/nowhere');
  await other.http.ready();
  const ids = Array.from({ length: 40 }, (_, index) => String(300_000_000_000_000_000n + BigInt(index)));
  const { headers } = owner;
  const replies = await Promise.all(
    ids.map((guildId, index) =>
      (index % 2 ? app : other).http.inject({
        method: 'POST',
        url: '/api/databases/two.json',
        headers,
        payload: { guildId, data: index },
      }),
    ),
  );
  await other.http.close();
  expect(replies.every(({ statusCode }) => statusCode === 200)).toBe(true);
  expect(JSON.parse(content('two.json'))).toEqual(Object.fromEntries(ids.map((guildId, index) => [guildId, index])));
});
