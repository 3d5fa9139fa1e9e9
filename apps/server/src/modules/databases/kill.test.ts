import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { expect, inject, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { restarted } from '../../testing/test-app.ts';
import type { DbConnection } from '../../db/db.ts';
import { databaseVersions } from '../../db/tables/databases.table.ts';
import { bundleDoomedPortal, inOrder, killStep, type DoomedPortal } from '../files/kill-process.fixture.ts';
import { versionOf } from './database-snapshot.ts';
import { guilds, startDatabasesTest } from './databases.fixture.ts';

const test = await startDatabasesTest();
const { app, folder, owner, root, put } = test;
const { db, config } = app.ctx;
const doomed = await bundleDoomedPortal();

const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`);
const connection: DbConnection = { ...inject('database'), database: rows[0]?.name ?? '' };
const settings = { TRIBEHALL_WORLD: 'off', DATA_DIR: folder, SECRET_KEY: config.SECRET_KEY ?? '' };
const file = 'sub/guilds.json';
const [first, second] = guilds;

type Scenario = {
  /** The content of the file before, and the expected content after. */
  prepare: (round: number) => Promise<{ before: string; after: string }> | { before: string; after: string };
  play: (portal: DoomedPortal, after: string) => Promise<void>;
};

/** Kills the portal before one operation after the other, until it completes; returns the operations of that last run. */
async function killEverywhere({ prepare, play }: Scenario): Promise<string[]> {
  for (let at = 0; ; at += killStep) {
    const texts = await prepare(at);
    const audited = await countAudited();
    const portal = await doomed.run({ connection, settings, at, isArmed: false });
    await portal.arm();
    const [played] = await Promise.allSettled([play(portal, texts.after)]);
    const wasAcknowledged = played?.status === 'fulfilled';
    portal.end();
    const ended = await portal.ended;
    await checkAfterRestart({ ...texts, wasAcknowledged, audited });
    if (ended === 'killed') continue;
    expect(played).toEqual({ status: 'fulfilled', value: undefined });
    return portal.did;
  }
}

type BeforeCrash = { before: string; after: string; wasAcknowledged: boolean; audited: number };

/** Starts a portal after the crash: the file is the old or the new one, and audit and versions agree with it. */
async function checkAfterRestart({ before, after, wasAcknowledged, audited }: BeforeCrash): Promise<void> {
  const again = buildApp(restarted(app.ctx, { ...config }), '/nowhere');
  await again.http.ready();
  const text = test.content(file);
  expect(wasAcknowledged ? [after] : [before, after]).toContain(text);
  const isNew = text === after;
  expect(await countAudited()).toBe(audited + Number(isNew));
  expect(readdirSync(join(root, 'sub'))).toEqual(['guilds.json']);
  expect(await db.select().from(databaseVersions).where(eq(databaseVersions.state, 'pending'))).toEqual([]);
  const [newest] = await test.versions(file);
  if (isNew) expect(newest).toMatchObject({ version: versionOf(after), isCurrent: true });
  else expect(newest?.version).not.toBe(versionOf(after));
  await again.http.close();
}

async function countAudited(): Promise<number> {
  const found = await db.execute<{ n: number }>(sql`select count(*)::int as n from audit where target = ${file}`);
  return found.rows[0]?.n ?? 0;
}

async function post(url: string, path: string, body: object): Promise<void> {
  const response = await fetch(`${url}/api/databases/${encodeURIComponent(file)}${path}`, {
    method: 'POST',
    headers: { ...owner.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  // A reply that did not arrive does not count.
  await response.text();
  expect(response.status).toBe(200);
}

it('preserves the old or the new file of a write, whenever the portal is killed, and all that was acknowledged', async () => {
  const did = await killEverywhere({
    prepare: (round) => {
      const before = `{"by hand": ${round}}`;
      put(file, before);
      return { before, after: `{ "saved": ${round} }\n` };
    },
    play: ({ url = '' }, after) => post(url, '', { text: after, version: versionOf(test.content(file)) }),
  });
  const operations = 'create writev sync insert rename sync commit';
  expect(inOrder(did, operations)).toBe(operations);
}, 300_000);

it('does the same for the part of a guild, and for an earlier version that is put back', async () => {
  let round = 0;
  await killEverywhere({
    prepare: (at) => {
      round = at;
      const before = `{"${first}": {"round": ${at}}, "${second}": [ ${at} ]}`;
      put(file, before);
      return { before, after: before.replace(`[ ${at} ]`, `"new ${at}"`) };
    },
    play: ({ url = '' }) => post(url, '', { guildId: second, text: `"new ${round}"` }),
  });
  let id = '';
  const after = test.content(file);
  await killEverywhere({
    prepare: async (at) => {
      await test.save(file, { data: { gone: at } });
      const versions = await test.versions(file);
      id = versions.find(({ version }) => version === versionOf(after))?.id ?? '';
      expect(id).not.toBe('');
      return { before: test.content(file), after };
    },
    play: ({ url = '' }) => post(url, `/versions/${id}/restore`, {}),
  });
}, 300_000);
