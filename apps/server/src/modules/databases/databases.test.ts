import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { roles } from '@tribehall/contract';
import { describe, expect, it } from 'vitest';
import { createTestUser } from '../../testing/test-users.ts';
import { guilds, startDatabasesTest } from './databases.fixture.ts';

const test = await startDatabasesTest();
const { put, read, content } = test;
const [first, second, third] = guilds;
const hashOf = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const scoped = `{\r\n\t"${second}" : {"a":1},\n  "note": "n",\n "${first}": [ 1.50, "\\u00e9" ]\n}\n\n`;

describe('the list', () => {
  it('names every JSON file with size, time and whether it is scoped, and nothing else', async () => {
    put('bot/guilds.json', scoped);
    put('plain.json', '{"a":1}');
    put('broken.json', '{"a":');
    put('list.json', `["${first}"]`);
    for (const other of ['notes.txt', '.hidden.json', '.git/config.json', 'x.JSON', 'bot/.x.json']) put(other, '{}');
    const list = await test.list();
    expect(list.map(({ file, isScoped }) => [file, isScoped])).toEqual([
      ['bot/guilds.json', true],
      ['broken.json', null],
      ['list.json', false],
      ['plain.json', false],
    ]);
    const { size, mtime } = statSync(join(test.root, 'bot/guilds.json'), { bigint: true });
    expect(list[0]).toMatchObject({ bytes: Number(size), changedAt: mtime.toISOString() });
  });

  it('is for Owners alone, as is everything of databases', async () => {
    put('plain.json', '{"a":1}');
    for (const options of [{}, { roles: [roles.Admin] }, { roles: [roles.DiscordBot] }]) {
      const user = await createTestUser(test.app, options);
      const calls = [
        ['GET', ''],
        ['GET', '/plain.json'],
        ['POST', '/plain.json', { text: '{}' }],
        ['GET', '/plain.json/versions'],
        ['GET', '/plain.json/versions/x'],
        ['POST', '/plain.json/versions/x/restore', {}],
      ] as const;
      for (const [method, path, body] of calls)
        expect((await test.ask(method, path, body, user)).status, `${method} ${path}`).toBe(403);
    }
    expect(content('plain.json')).toBe('{"a":1}');
  });
});

describe('reading', () => {
  it('returns the exact text with its version, or the data', async () => {
    put('bot/guilds.json', scoped);
    expect((await read('bot/guilds.json')).data).toEqual({ text: scoped, version: hashOf(scoped), problem: null });
    const { data } = await read<{ data: Record<string, unknown>; version: string }>('bot/guilds.json', '');
    expect(data).toEqual({ data: { [second]: { a: 1 }, note: 'n', [first]: [1.5, 'é'] }, version: hashOf(scoped) });
  });

  it('returns the part of one guild, and 404 for a guild without one', async () => {
    put('bot/guilds.json', scoped);
    const part = String.raw`[ 1.50, "\u00e9" ]`;
    const reply = await read('bot/guilds.json', `guildId=${first}&as=text`);
    expect(reply.data).toEqual({ text: part, version: hashOf(part), problem: null });
    const data = await read('bot/guilds.json', `guildId=${first}`);
    expect(data.data).toEqual({ data: [1.5, 'é'], version: hashOf(part) });
    expect(await read('bot/guilds.json', `guildId=${third}`)).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
      error: `This database has no entry for guild ${third}.`,
      details: { fields: [{ field: 'guildId' }] },
    });
  });

  it('works with the slashes of a name encoded or not, as does saving', async () => {
    put('bot/guilds.json', scoped);
    put('bot/deeper/a b.json', '{}');
    const plain = await test.ask('GET', `/bot/guilds.json?guildId=${second}`);
    expect(plain).toEqual(await read('bot/guilds.json', `guildId=${second}`));
    expect((await test.ask('GET', '/bot/guilds.json?fetchGuilds=true')).data).toEqual([second, first]);
    expect((await test.ask('GET', '/bot/deeper/a%20b.json')).data).toMatchObject({ data: {} });
    const saved = await test.ask('POST', '/bot/guilds.json', { data: { a: 2 }, guildId: second });
    expect(saved.status).toBe(200);
    expect((await read('bot/guilds.json', `guildId=${second}`)).data).toMatchObject({ data: { a: 2 } });
    const member = await createTestUser(test.app, { roles: [roles.Admin] });
    expect((await test.ask('GET', '/bot/guilds.json', undefined, member)).status).toBe(403);
    expect((await test.ask('POST', '/bot/guilds.json', { data: 1 }, member)).status).toBe(403);
  });

  it('returns the guilds in the order of the file', async () => {
    put('bot/guilds.json', scoped);
    expect((await read('bot/guilds.json', 'fetchGuilds=true')).data).toEqual([second, first]);
    put('plain.json', '{"a":1}');
    expect((await read('plain.json', 'fetchGuilds=true')).data).toEqual([]);
  });

  it.each([
    ['{"a":1,\n "a":2}', 2, 2],
    ['{"a":1', 1, 7],
    ['\ufeff{}', 1, 1],
    ['', 1, 1],
  ])('shows what is no JSON as text with the position of the problem: %j', async (text, line, column) => {
    put('broken.json', text);
    const shown = await read('broken.json');
    expect(shown.data).toMatchObject({ text, version: hashOf(text), problem: { line, column } });
    for (const query of ['', `guildId=${first}&as=text`, 'fetchGuilds=true']) {
      const { status, code, details, error } = await read('broken.json', query);
      expect([status, code, details?.problem]).toEqual([400, 'INVALID_TYPE', shown.data.problem]);
      expect(error).toContain(`Line ${line}, column ${column}`);
    }
  });

  it('shows what is no UTF-8, with the position of the first wrong byte', async () => {
    const bytes = Buffer.from([0x7b, 0x0a, 0x22, 0xc3, 0xa9, 0xff, 0x22, 0x7d]);
    put('broken.json', bytes);
    expect((await read('broken.json')).data).toMatchObject({ version: hashOf(bytes), problem: { line: 2, column: 3 } });
  });

  it('returns 413 for a file that is too large, and lists it', async () => {
    put('large.json', Buffer.alloc(10 * 1024 * 1024 + 1, ' '));
    expect((await read('large.json')).status).toBe(413);
    expect((await read('large.json')).error).toContain('more than 10 MB');
    expect((await test.list()).find(({ file }) => file === 'large.json')).toMatchObject({ isScoped: null });
  });
});
