import { readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { databaseLimits } from '@tribehall/contract/databases.contract';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { serverRoot } from '../../platform/server-root.ts';
import { versionOf } from './database-snapshot.ts';
import { guilds } from './databases.fixture.ts';
import { folderOf, startMirrorTest, type MirrorPortal } from './mirror.fixture.ts';
import { compareWithStored } from './mirror-records.ts';

const test = await startMirrorTest();
const [here, there] = [await test.startPortal(), await test.startPortal()];
const [first, second] = guilds;

const until = (portal: Pick<MirrorPortal, 'content'>, file: string, text: string) =>
  vi.waitUntil(() => portal.content(file) === text);
const kindsOf = async (portal: MirrorPortal, file: string) =>
  (await portal.versions(file)).map(({ kind, version }) => [kind, version]);

const parts = `{"${first}":0,"${second}":0}`;
const added = ['saved', 'busy', 'cut', 'gap', 'both', 'deep/deleted', 'large', 'copied', 'later', 'earlier'];
const stopped = ['stopped-a', 'stopped-b', 'stopped-c'];

// Added by hand on one machine; both have them.
beforeAll(async () => {
  for (const name of [...added, ...stopped]) here.put(`${name}.json`, name === 'cut' ? parts : '{"v":0}');
  for (const name of [...added, ...stopped]) await until(there, `${name}.json`, name === 'cut' ? parts : '{"v":0}');
});

describe('two portals with folders of their own', () => {
  it('have what is added and changed by hand on one of them', async () => {
    here.put('sub/folder/hand.json', '{"by":"hand"}');
    await until(there, 'sub/folder/hand.json', '{"by":"hand"}');
    there.put('sub/folder/hand.json', '{"by":"hand", "again":1}');
    await until(here, 'sub/folder/hand.json', '{"by":"hand", "again":1}');
    expect(await here.read('sub/folder/hand.json')).toBe('{"by":"hand", "again":1}');
    expect(await kindsOf(here, 'sub/folder/hand.json')).toEqual([
      ['found', versionOf('{"by":"hand", "again":1}')],
      ['found', versionOf('{"by":"hand"}')],
    ]);
  });

  it('have what is saved on one of them', async () => {
    expect((await there.save('saved.json', { text: '{"v":1}', version: versionOf('{"v":0}') })).status).toBe(200);
    expect(there.content('saved.json')).toBe('{"v":1}');
    await until(here, 'saved.json', '{"v":1}');
    const stale = await here.save('saved.json', { text: '{"v":2}', version: versionOf('{"v":0}') });
    expect([stale.status, stale.details?.text]).toEqual([409, '{"v":1}']);
  });

  it('lose none of the writes that both make at once', async () => {
    const ids = Array.from({ length: 24 }, (_, n) => `2000000000000000${String(n).padStart(2, '0')}`);
    const replies = await Promise.all(
      ids.map((guildId, n) => (n % 2 === 0 ? here : there).save('busy.json', { guildId, text: String(n) })),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const text = (await here.read('busy.json')) ?? '';
    expect(JSON.parse(text)).toEqual({ ...Object.fromEntries(ids.map((id, n) => [id, n])), v: 0 });
    await Promise.all([until(here, 'busy.json', text), until(there, 'busy.json', text)]);
    expect(await here.versions('busy.json')).toHaveLength(ids.length + 1);
    expect(here.names().filter((name) => name.includes('.tmp'))).toEqual([]);
  });

  it('answer with what the other one has acknowledged, even while no message arrives', async () => {
    there.cut();
    for (let n = 1; n <= 5; n += 1) {
      await here.save('cut.json', { guildId: first, text: String(n) });
      expect(await there.read('cut.json')).toBe(`{"${first}":${n},"${second}":0}`);
    }
    await here.save('cut.json', { text: '[1]' });
    expect((await there.list()).find(({ file }) => file === 'cut.json')).toMatchObject({ bytes: 3, isScoped: false });
    expect((await there.versions('cut.json'))[0]).toMatchObject({ version: versionOf('[1]'), isCurrent: true });
    expect((await there.save('cut.json', { text: '[2]', version: versionOf('[1]') })).status).toBe(200);
    expect(await here.read('cut.json')).toBe('[2]');
    there.mend();
  });

  it('are in line again after messages were missed', async () => {
    there.cut();
    await here.save('gap.json', { text: '{"v":1}' });
    // At once: what was missed is found by a comparison every 30 seconds, too.
    expect(there.content('gap.json')).toBe('{"v":0}');
    here.put('gap-hand.json', '{}');
    await vi.waitUntil(async () => (await here.versions('gap-hand.json')).length > 0);
    there.mend();
    await until(there, 'gap.json', '{"v":1}');
    await until(there, 'gap-hand.json', '{}');
  });

  it('preserve a change by hand that comes too late, as a version', async () => {
    there.cut();
    there.put('both.json', '{"hand":1}');
    await here.save('both.json', { text: '{"v":1}' });
    // Before and after it was stored.
    expect(await there.read('both.json')).toBe('{"v":1}');
    await until(there, 'both.json', '{"v":1}');
    expect(await there.read('both.json')).toBe('{"v":1}');
    expect(await kindsOf(here, 'both.json')).toEqual([
      ['saved', versionOf('{"v":1}')],
      ['found', versionOf('{"hand":1}')],
      ['found', versionOf('{"v":0}')],
    ]);
    const late = (await there.versions('both.json'))[1];
    expect((await there.restore('both.json', late?.id ?? '')).status).toBe(200);
    expect(await here.read('both.json')).toBe('{"hand":1}');
    expect(test.app.logged.some((line) => line.includes('changed by hand here') && line.includes('both.json'))).toBe(
      true,
    );
    there.mend();
    await until(here, 'both.json', '{"hand":1}');
  });

  it('put back what is deleted by hand on one of them', async () => {
    rmSync(join(there.root, 'deep'), { recursive: true });
    expect(await there.read('deep/deleted.json')).toBe('{"v":0}');
    await until(there, 'deep/deleted.json', '{"v":0}');
    expect(here.content('deep/deleted.json')).toBe('{"v":0}');
  });

  it('serve what is stored where a link has its name, and leave the link alone', async () => {
    writeFileSync(join(there.folder, 'outside.json'), '{"secret":1}');
    symlinkSync(join(there.folder, 'outside.json'), join(there.root, 'link.json'));
    here.put('link.json', '{"v":0}');
    await vi.waitUntil(async () => (await there.read('link.json')) === '{"v":0}');
    expect((await here.save('link.json', { text: '{"v":1}' })).status).toBe(200);
    expect(await there.read('link.json')).toBe('{"v":1}');
    expect((await there.save('link.json', { text: '{"v":2}' })).status).toBe(404);
    expect(there.content('link.json')).toBe('{"secret":1}');
    rmSync(join(there.root, 'link.json'));
    await here.save('link.json', { text: '{"v":2}' });
    await until(there, 'link.json', '{"v":2}');
  });

  it('leave a file alone that is too large to be stored, until it is saved', async () => {
    const large = Buffer.alloc(databaseLimits.maxBytes + 1, ' ').toString();
    there.put('large.json', large);
    await here.save('large.json', { text: '{"v":1}' });
    expect(await there.read('large.json')).toBeUndefined();
    await vi.waitUntil(() => test.app.logged.some((line) => line.includes('too large to be stored')));
    expect(there.content('large.json')?.length).toBe(large.length);
    expect((await there.save('large.json', { text: '{"v":2}' })).status).toBe(200);
    await until(here, 'large.json', '{"v":2}');
  });

  it.each(['../up.json', 'in/\0.json', '.hidden.json', 'a//b.json', '/etc/x.json', 'none.json'])(
    'have no database %j',
    async (name) => {
      expect([await here.read(name), (await here.save(name, { text: '{}' })).status]).toEqual([undefined, 404]);
    },
  );
});

describe('a portal that starts', () => {
  it('fills an empty folder', async () => {
    const third = await test.startPortal();
    expect(third.content('deep/deleted.json')).toBe('{"v":0}');
    expect(third.names()).toEqual(here.names());
  });

  it('stores what was changed by hand, and replaces what was changed elsewhere, while it was stopped', async () => {
    const folder = test.newFolder();
    const { content, put } = folderOf(folder);
    await (await test.startPortal(folder)).stop();
    put('stopped-a.json', '{"hand":1}');
    put('stopped-new.json', '{"new":1}');
    put('stopped-c.json', '{"hand":3}');
    await here.save('stopped-b.json', { text: '{"v":1}' });
    await here.save('stopped-c.json', { text: '{"v":1}' });
    await test.startPortal(folder);
    expect(content('stopped-b.json')).toBe('{"v":1}');
    expect(content('stopped-c.json')).toBe('{"v":1}');
    expect(await here.read('stopped-a.json')).toBe('{"hand":1}');
    expect(await here.read('stopped-new.json')).toBe('{"new":1}');
    expect((await kindsOf(here, 'stopped-c.json'))[1]).toEqual(['found', versionOf('{"hand":3}')]);
  });

  it('takes over a folder without a record: earlier versions are stale, later changes are by hand', async () => {
    await here.save('copied.json', { text: '{"v":1}' });
    const folder = test.newFolder();
    const { content, put, root } = folderOf(folder);
    put('copied.json', '{"v":0}');
    put('later.json', '{"later":1}');
    put('earlier.json', '{"earlier":1}');
    utimesSync(join(root, 'earlier.json'), 1_000_000, 1_000_000);
    writeFileSync(join(folder, 'databases-mirror.json'), '{"torn');
    const portal = await test.startPortal(folder);
    expect(content('copied.json')).toBe('{"v":1}');
    expect(await here.read('later.json')).toBe('{"later":1}');
    expect([content('earlier.json'), await here.read('earlier.json')]).toEqual(['{"v":0}', '{"v":0}']);
    expect((await kindsOf(portal, 'earlier.json'))[1]).toEqual(['found', versionOf('{"earlier":1}')]);
  });
});

describe('a database that is deleted for good, as docs/operations.md says', () => {
  it('stays away when the portals start again, and the others stay', async () => {
    const { app, startPortal } = await startMirrorTest();
    const portals = [await startPortal(), await startPortal()];
    for (const name of ['gone.json', 'stays.json']) portals[0]?.put(name, '{}');
    for (const portal of portals)
      await Promise.all(['gone.json', 'stays.json'].map((name) => until(portal, name, '{}')));
    await Promise.all(portals.map((portal) => portal.stop()));

    const guide = readFileSync(join(serverRoot, '../../docs/operations.md'), 'utf8');
    const [, statement = ''] = /`(delete from [^`]+)`/.exec(guide) ?? [];
    for (const portal of portals) rmSync(join(portal.root, 'gone.json'));
    await app.ctx.db.execute(sql.raw(statement.replace('name.json', 'gone.json')));

    for (const { folder } of portals) {
      const portal = await startPortal(folder);
      expect(portal.names()).toEqual(['stays.json']);
      expect((await portal.list()).map(({ file }) => file)).toEqual(['stays.json']);
    }
  });
});

describe('a file and the stored versions', () => {
  const at = new Date(1000);
  const history = [3, 2, 1].map((number) => ({ number, version: `v${number}`, at }));
  const compare = (version: string, agreed?: number, stored = history, changedAt = at) =>
    compareWithStored(
      { version, changedAt },
      agreed === undefined ? undefined : { number: agreed, version: `v${agreed}` },
      stored,
    );

  it.each([
    ['the newest', compare('v3', 1), 'same'],
    ['the agreed one, which is not the newest', compare('v2', 2), 'stale'],
    ['pulled by a process that died before it was recorded', compare('v2', 1), 'stale'],
    ['changed by hand', compare('hand', 3), 'edited'],
    ['put back by hand to an earlier one', compare('v1', 3), 'edited'],
    ['put back by hand, and changed elsewhere', compare('v1', 2), 'both'],
    ['changed by hand and elsewhere', compare('hand', 2), 'both'],
    ['not stored at all', compare('hand', undefined, []), 'edited'],
    ['so old that it is no longer retained', compare('v1', 1, history.slice(0, 2)), 'stale'],
    ['newer than the database, which was restored', compare('v3', 3, history.slice(1)), 'both'],
    ['unknown, without a record, and later', compare('hand', undefined, history, new Date(2000)), 'edited'],
    ['unknown, without a record, and not later', compare('hand'), 'both'],
    ['an earlier one, without a record', compare('v1', undefined, history, new Date(2000)), 'stale'],
  ])('%s', (_, relation, expected) => {
    expect(relation).toBe(expected);
  });
});
