import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { databaseVersions } from '../../db/tables/databases.table.ts';
import { guilds, startDatabasesTest } from './databases.fixture.ts';

const test = await startDatabasesTest();
const { put, save, content, names } = test;
const [first, second] = guilds;
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

const probe = await open(tmpdir());
const handles = Object.getPrototypeOf(probe) as FileHandle;
await probe.close();
afterEach(() => vi.restoreAllMocks());

/** Does what someone at the host does, at the moment when the new file is written but not renamed yet. */
function duringNextSave(work: () => void): void {
  vi.spyOn(handles, 'sync').mockImplementationOnce(async () => work());
}

const kindsOf = async (file: string) => (await test.versions(file)).map(({ kind, version }) => [kind, version]);
const listPending = () => test.app.ctx.db.select().from(databaseVersions).where(eq(databaseVersions.state, 'pending'));

describe('a change by hand while a save is under way', () => {
  it('is a conflict where the save was made to a version', async () => {
    put('a.json', '{"v":0}');
    duringNextSave(() => put('a.json', '{"hand":1}'));
    const refused = await save('a.json', { text: '{"v":1}', version: hashOf('{"v":0}') });
    const now = { version: hashOf('{"hand":1}'), text: '{"hand":1}' };
    expect([refused.status, refused.details]).toEqual([409, now]);
    expect([content('a.json'), await listPending()]).toEqual(['{"hand":1}', []]);
    expect(names().filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('is stored as a version if the newest is overwritten', async () => {
    put('b.json', '{"v":0}');
    duringNextSave(() => put('b.json', '{"hand":1}'));
    expect((await save('b.json', { text: '{"v":1}' })).status).toBe(200);
    expect(content('b.json')).toBe('{"v":1}');
    expect(await kindsOf('b.json')).toEqual([
      ['saved', hashOf('{"v":1}')],
      ['found', hashOf('{"hand":1}')],
      ['found', hashOf('{"v":0}')],
    ]);
  });

  it('stays where only the part of another guild is saved', async () => {
    put('c.json', `{"${first}":0,"${second}":0}`);
    const { version } = (await test.read('c.json', `guildId=${first}&as=text`)).data;
    duringNextSave(() => put('c.json', `{"${first}":0,"${second}":"hand"}`));
    expect((await save('c.json', { guildId: first, data: 1, version })).status).toBe(200);
    expect(content('c.json')).toBe(`{"${first}":1,"${second}":"hand"}`);
  });

  it('is given way to, but not forever', async () => {
    put('d.json', '0');
    let writes = 0;
    vi.spyOn(handles, 'sync').mockImplementation(async () => put('d.json', String((writes += 1))));
    expect((await save('d.json', { text: '{}' })).code).toBe('LOCKED');
    expect([content('d.json'), await listPending()]).toEqual([String(writes), []]);
  });

  it('returns 404 if the file or its folder was removed, and does not recreate it', async () => {
    put('e/f.json', '0');
    put('e/g.json', '0');
    duringNextSave(() => rmSync(join(test.root, 'e/f.json')));
    expect((await save('e/f.json', { text: '1' })).status).toBe(404);
    expect(names('e')).toEqual(['g.json']);
    duringNextSave(() => rmSync(join(test.root, 'e'), { recursive: true }));
    expect((await save('e/g.json', { text: '1' })).status).toBe(404);
    expect([names().includes('e'), await listPending()]).toEqual([false, []]);
  });
});

describe('a file that someone made larger than a database may be', () => {
  const large = Buffer.alloc(10 * 1024 * 1024 + 1, 32);

  it('can be replaced, and the log says that it was not stored', async () => {
    put('large.json', large);
    expect(await test.versions('large.json')).toEqual([]);
    expect((await save('large.json', { text: '{}', version: hashOf('{}') })).status).toBe(409);
    expect((await save('large.json', { guildId: first, data: 1 })).status).toBe(413);
    expect((await save('large.json', { text: '{}' })).status).toBe(200);
    expect([content('large.json'), await kindsOf('large.json')]).toEqual(['{}', [['saved', hashOf('{}')]]]);
    expect(test.app.logged.some((line) => line.includes('large.json') && line.includes('too large to be stored'))).toBe(
      true,
    );
  });

  it('can be put back to an earlier version', async () => {
    put('back.json', '{"old":1}');
    await save('back.json', { text: '{"new":1}' });
    put('back.json', large);
    const versions = await test.versions('back.json');
    expect(versions.map(({ isCurrent }) => isCurrent)).toEqual([false, false]);
    const id = versions[0]?.id ?? '';
    expect((await test.version('back.json', id)).data.text).toBe('{"new":1}');
    expect((await test.restore('back.json', id)).status).toBe(200);
    expect(content('back.json')).toBe('{"new":1}');
  });
});
