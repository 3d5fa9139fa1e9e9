import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseVersions } from '../../db/tables/databases.table.ts';
import { installed, startNats } from '../../testing/test-servers.ts';
import { bundleDoomedPortal, inOrder, killStep } from '../files/kill-process.fixture.ts';
import { versionOf } from './database-snapshot.ts';
import { folderOf, startMirrorTest } from './mirror.fixture.ts';

const file = 'sub/killed.json';

describe.runIf(installed.nats)('a portal that is killed while it mirrors databases', async () => {
  const test = await startMirrorTest();
  const { db, config } = test.app.ctx;
  const other = await test.startPortal();
  const doomed = await bundleDoomedPortal();
  const folder = test.newFolder();
  const local = folderOf(folder);
  let nats: Awaited<ReturnType<typeof startNats>>;

  beforeAll(async () => {
    nats = await startNats();
    local.put(file, '{}');
    await (await test.startPortal(folder)).stop();
  });
  afterAll(() => nats.stop());

  const countAudited = async () => {
    const found = await db.execute<{ n: number }>(sql`select count(*)::int as n from audit where target = ${file}`);
    return found.rows[0]?.n ?? 0;
  };

  /** Kills it before one operation after the other, until a save completes; returns the operations of that last run. */
  async function killEverywhere(prepare: (text: string) => Promise<unknown> | void): Promise<string[]> {
    for (let at = 0; ; at += killStep) {
      const [before, after] = [`{"before":${at}}`, `{"after":${at}}`];
      const settings = { TRIBEHALL_WORLD: 'off', DATA_DIR: folder, NATS_URL: nats.url };
      const secret = { SECRET_KEY: config.SECRET_KEY ?? '' };
      const portal = await doomed.run({
        connection: test.connection,
        settings: { ...settings, ...secret },
        at,
        isArmed: false,
      });
      await portal.arm();
      await prepare(before);
      const audited = await countAudited();
      const [saved] = await Promise.allSettled([save(portal.url ?? '', after)]);
      portal.end();
      const ended = await portal.ended;

      const again = await test.startPortal(folder);
      const text = local.content(file) ?? '';
      expect(saved?.status === 'fulfilled' ? [after] : [before, after]).toContain(text);
      expect([await again.read(file), await other.read(file)]).toEqual([text, text]);
      expect(await countAudited()).toBe(audited + Number(text === after));
      const versions = (await other.versions(file)).map(({ version }) => version);
      expect(versions.slice(0, 2)).toContain(versionOf(before));
      expect(versions[0]).toBe(versionOf(text));
      expect(local.names()).toEqual(['sub', file]);
      const rows = await db.select({ state: databaseVersions.state }).from(databaseVersions);
      expect(rows.filter(({ state }) => state === 'pending')).toEqual([]);
      await again.stop();
      if (ended === 'killed') continue;
      expect(saved).toEqual({ status: 'fulfilled', value: 200 });
      return portal.did;
    }
  }

  async function save(url: string, text: string): Promise<number> {
    const response = await fetch(`${url}/api/databases/${encodeURIComponent(file)}`, {
      method: 'POST',
      headers: { ...test.owner.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    });
    // A reply that did not arrive does not count.
    await response.text();
    return response.status;
  }

  it('loses neither a change by hand nor what it acknowledged', async () => {
    const did = await killEverywhere((text) => local.put(file, text));
    const operations = 'commit create writev sync commit rename sync rename sync';
    expect(inOrder(did, operations)).toBe(operations);
  }, 300_000);

  it('loses nothing that another portal has written meanwhile', async () => {
    const did = await killEverywhere((text) => other.save(file, { text }));
    const operations = 'rename sync create writev sync commit rename sync';
    expect(inOrder(did, operations)).toBe(operations);
  }, 300_000);
});
