import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { maintainEntries } from './maintenance.service.ts';
import { addTexts, startLogsTest, written } from '../logs.fixture.ts';
import { partitionName, planSpan, readPartition } from '../../../db/partitions/partition-span.ts';
import { addPartitionsFor, listPartitions, logTable } from './partitions.service.ts';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

async function spans({ ctx }: TestApp): Promise<string[]> {
  return (await listPartitions(ctx)).map(({ name }) => name);
}

async function textsOf({ ctx }: TestApp, host: string): Promise<unknown[]> {
  const { rows } = await ctx.db.execute(sql`select text from log_entries where host = ${host} order by at, id`);
  return rows.map(({ text }) => text);
}

/** A thousand entries of four kilobytes that cannot be packed, the newest first. */
async function fill(app: TestApp, host: string, ageMs: number): Promise<void> {
  const newest = new Date(app.ctx.clock().getTime() - ageMs);
  await addPartitionsFor(app.ctx, [newest]);
  await app.ctx.db.execute(sql`
    insert into log_entries (at, host, key, level, text)
    select ${newest.toISOString()}::timestamptz - n * interval '1 ms', ${host}, 'game', 1, n || ' ' || (
      select string_agg(translate(md5(n || ' ' || i), '0123456789abcdef', '!#$%&()*+,-./:;<'), '') from generate_series(1, 128) i
    ) from generate_series(1, 1000) n`);
}

/** As the job does it; where that is at it, after that. */
async function maintain({ ctx }: TestApp, settings: Partial<TestApp['ctx']['config']> = {}): Promise<void> {
  const config = Object.keys(settings).length > 0 ? { ...ctx.config, ...settings } : ctx.config;
  await vi.waitUntil(() => maintainEntries({ ...ctx, config }));
}

const at = (text: string) => new Date(`${text}:00Z`);

describe('a span', () => {
  it('is of six hours, and wider with a longer retention', () => {
    const width = (days: number) => {
      const { from, to } = planSpan(logTable, at('2026-07-25T07:30'), days, []);
      return (to.getTime() - from.getTime()) / hourMs;
    };
    expect([1, 14, 15, 60, 365, 3650].map(width)).toEqual([6, 6, 6, 24, 168, 1440]);
    expect(partitionName(logTable, planSpan(logTable, at('2026-07-25T07:30'), 14, []))).toBe(
      'log_entries_2026072506_2026072512',
    );
  });

  it('avoids overlap with those that exist', () => {
    const existing = [
      { from: at('2026-07-24T00:00'), to: at('2026-07-25T07:00') },
      { from: at('2026-07-25T09:00'), to: at('2026-07-26T00:00') },
    ];
    expect(partitionName(logTable, planSpan(logTable, at('2026-07-25T07:30'), 14, existing))).toBe(
      'log_entries_2026072507_2026072509',
    );
  });

  it('is read from the name of its table, of ours alone', () => {
    expect(readPartition(logTable, 'log_entries_2026072506_2026072512')).toMatchObject({
      from: at('2026-07-25T06:00'),
    });
    for (const name of ['log_entries', 'log_entries_x', 'log_entries_2026992506_2026072512', 'users'])
      expect(readPartition(logTable, name)).toBeUndefined();
  });
});

describe('partitions', () => {
  it('are there before they are needed, and made where one is missing', async () => {
    const app = await createTestApp();
    await maintain(app);
    const now = app.ctx.clock().getTime();
    const first = await listPartitions(app.ctx);
    for (const ms of [0, 6 * hourMs, 12 * hourMs])
      expect(first.some(({ from, to }) => from.getTime() <= now + ms && now + ms < to.getTime())).toBe(true);
    addTexts(app, ['of last week'], { host: 'late', at: new Date(now - 7 * dayMs) });
    addTexts(app, ['of today'], { host: 'late' });
    await written(app);
    expect(await textsOf(app, 'late')).toEqual(['of last week', 'of today']);
    app.passMs(3 * dayMs);
    await maintain(app);
    expect((await spans(app)).length).toBeGreaterThan(first.length + 1);
  });

  it('go when they are older than LOG_DAYS, with what is known of their sources', async () => {
    const app = await createTestApp({ LOG_DAYS: '3' });
    await maintain(app);
    addTexts(app, ['old'], { host: 'old' });
    await written(app);
    app.passMs(2 * dayMs);
    addTexts(app, ['newer'], { host: 'newer' });
    await written(app);
    await maintain(app);
    expect(await textsOf(app, 'old')).toEqual(['old']);
    app.passMs(dayMs + 7 * hourMs);
    await maintain(app);
    expect(await textsOf(app, 'old')).toEqual([]);
    expect(await textsOf(app, 'newer')).toEqual(['newer']);
    const { rows } = await app.ctx.db.execute("select host from log_sources where host in ('old', 'newer')");
    expect(rows).toEqual([{ host: 'newer' }]);
  });

  it('go, the oldest first, when all together are larger than LOG_MAX_MB', async () => {
    const app = await createTestApp();
    await maintain(app);
    await fill(app, 'oldest', 3 * dayMs);
    await fill(app, 'middle', 2 * dayMs);
    await fill(app, 'newest', 0);
    await maintain(app, { LOG_MAX_MB: 12 });
    const counts = await Promise.all(['oldest', 'middle', 'newest'].map((host) => textsOf(app, host)));
    expect(counts.map(({ length }) => length)).toEqual([0, 1000, 1000]);
    expect(app.logged.join('')).toContain('Old log entries were dropped');
  });

  it('of now loses its older half where it alone is too large', async () => {
    const { app, entries } = await startLogsTest();
    await maintain(app);
    await fill(app, 'flood', 0);
    await maintain(app, { LOG_MAX_MB: 3 });
    const remaining = await textsOf(app, 'flood');
    expect([500, 501]).toContain(remaining.length);
    expect(String(remaining.at(-1))).toMatch(/^1 /);
    expect((await entries({ host: 'flood' })).entries).toHaveLength(400);
    await maintain(app, { LOG_MAX_MB: 4 });
    expect(await textsOf(app, 'flood')).toHaveLength(remaining.length);
  });

  it('are looked after by one process at a time', async () => {
    const app = await createTestApp();
    await maintain(app);
    app.passMs(10 * dayMs);
    const took = await Promise.all([maintainEntries(app.ctx), maintainEntries(app.ctx), maintainEntries(app.ctx)]);
    expect(took.filter(Boolean).length).toBeGreaterThan(0);
    const names = await spans(app);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('the index for searches', () => {
  it('is there for every partition, also for those made before it', async () => {
    const app = await createTestApp();
    const unindexed = async () => {
      const { rows } = await app.ctx.db.execute(`
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'log_entries'::regclass
          and not exists (select 1 from pg_indexes where tablename = c.relname and indexdef like '%gin_trgm_ops%')`);
      return rows.length;
    };
    await maintain(app);
    expect(await unindexed()).toBe(0);
    await app.ctx.db.execute('drop index log_entries_text');
    addTexts(app, ['made without it'], { at: new Date(app.ctx.clock().getTime() - 5 * dayMs) });
    await written(app);
    expect(await unindexed()).toBeGreaterThan(3);
    await maintain(app);
    expect(await unindexed()).toBe(0);
  });

  it('is skipped, with one warning, where the database does not allow it', async () => {
    const { app, texts, add } = await startLogsTest();
    await maintain(app);
    await app.ctx.db.execute('drop extension pg_trgm cascade');
    await app.ctx.db.execute(`
      create function refuse() returns event_trigger language plpgsql as 'begin raise exception ''not allowed''; end';
      create event trigger refuse on ddl_command_start when tag in ('CREATE EXTENSION') execute function refuse()`);
    await maintain(app);
    await maintain(app);
    expect(app.logged.filter((line) => line.includes('extension cannot be installed'))).toHaveLength(1);
    await add(['found all the same'], { host: 'plain' });
    expect(await texts({ host: 'plain', search: 'ALL THE' })).toEqual(['found all the same']);
  });
});
