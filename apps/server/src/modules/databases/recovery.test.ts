import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { restarted } from '../../testing/test-app.ts';
import { databaseVersions } from '../../db/tables/databases.table.ts';
import { versionOf } from './database-snapshot.ts';
import { startDatabasesTest } from './databases.fixture.ts';

const test = await startDatabasesTest();
const { app, root, put } = test;
const { db, config } = app.ctx;

async function leavePending(file: string, after: string): Promise<void> {
  const by = { actorId: null, actor: 'Olga', address: '192.0.2.1', guildId: null };
  const hashes = { previous: versionOf('{}'), version: versionOf(after) };
  const row = { id: randomUUID(), file, number: 1, at: new Date(), content: Buffer.from(after) };
  await db.insert(databaseVersions).values({ ...row, ...by, ...hashes, state: 'pending', kind: 'saved' });
}

async function restart(): Promise<void> {
  const again = buildApp(restarted(app.ctx, { ...config }), '/nowhere');
  await again.http.ready();
  await again.http.close();
}

const auditOf = async (file: string) =>
  (await db.execute(sql`select actor, address, action, details from audit where target = ${file}`)).rows;

it('applies a write whose file was replaced, once, and records by whom', async () => {
  put('sub/done.json', '{"new":1}');
  await leavePending('sub/done.json', '{"new":1}');
  await restart();
  await restart();
  expect(await auditOf('sub/done.json')).toMatchObject([
    { actor: 'Olga', address: '192.0.2.1', action: 'databases.save', details: { after: versionOf('{"new":1}') } },
  ]);
  expect(await test.versions('sub/done.json')).toMatchObject([{ by: 'Olga', kind: 'saved', isCurrent: true }]);
});

it('drops a write whose file was not replaced, and removes its temporary file', async () => {
  put('sub/not.json', '{"old":1}');
  writeFileSync(join(root, 'sub/.tribehall-0123456789abcdef.tmp'), '{"ne');
  writeFileSync(join(root, 'sub/.other.tmp'), 'of someone else');
  await leavePending('sub/not.json', '{"new":1}');
  await leavePending('gone.json', '{"new":1}');
  await restart();
  expect(test.content('sub/not.json')).toBe('{"old":1}');
  expect([await test.versions('sub/not.json'), await auditOf('sub/not.json')]).toEqual([[], []]);
  expect(test.names('sub')).toEqual(['.other.tmp', 'done.json', 'not.json']);
  expect(await db.select().from(databaseVersions)).toHaveLength(1);
});

it('does so before the next save, too', async () => {
  put('next.json', '{"new":1}');
  await leavePending('next.json', '{"new":1}');
  expect((await test.save('next.json', { text: '{}' })).status).toBe(200);
  expect((await test.versions('next.json')).map(({ kind, by }) => [kind, by])).toEqual([
    ['saved', test.owner.username],
    ['saved', 'Olga'],
  ]);
  expect(await auditOf('next.json')).toHaveLength(2);
});
