import { describe, expect, it } from 'vitest';
import { liveSubject } from '../events/events.service.ts';
import { buildApp } from '../../app.ts';
import { inTransaction, type Ctx } from '../../context.ts';
import { createMemoryBus } from '../../platform/bus/memory-bus.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import { createTestApp, restarted, type TestApp } from '../../testing/test-app.ts';
import { createAuditReader } from './audit.fixture.ts';
import { operator, record } from './audit.service.ts';

const app = await createTestApp();
const { verify, list } = await createAuditReader(app);

const act = (ctx: Ctx, target: string) => record(ctx, operator, { action: 'test.act', target, outcome: 'done' });
const targets = async (query: Record<string, string>) => (await list(query)).entries.map(({ target }) => target);

/** A second portal on the same database, as two serve together. */
function secondPortal(): TestApp {
  const ctx: Ctx = { ...restarted(app.ctx), bus: createMemoryBus() };
  return { ...app, ...buildApp(ctx, '/nowhere'), ctx };
}

describe('the chain of audit entries', () => {
  it('is unbroken after 200 concurrent actions through two portals that compete for the same rows', async () => {
    const other = secondPortal();
    const before = (await verify()).entries;
    await app.ctx.db.execute('create table counters (name text primary key, count int)');
    await app.ctx.db.execute("insert into counters values ('one', 0), ('two', 0)");
    // More than both portals have connections; with all 200 at once, the last could wait too long for one.
    const semaphore = createSemaphore({ parallel: 50, waiting: 200 });
    const change = (n: number) =>
      inTransaction(n % 2 ? app.ctx : other.ctx, async (ctx) => {
        // Taking the chain's lock here would deadlock with a transaction that waits for the chain.
        if (n % 4 < 2) await act(ctx, `early ${n}`);
        await ctx.db.execute(`update counters set count = count + 1 where name = '${n % 3 ? 'one' : 'two'}'`);
        if (n % 4 !== 0) await act(ctx, `late ${n}`);
      });
    await Promise.all(Array.from({ length: 200 }, (_, n) => semaphore.run(() => change(n))));
    expect(await verify()).toMatchObject({ entries: before + 250, broken: null, head: { id: String(before + 250) } });
    await other.http.close();
  });

  it('contains nothing that was rolled back, even if only an inner transaction was', async () => {
    const before = (await verify()).entries;
    const failing = inTransaction(app.ctx, async (ctx) => {
      await act(ctx, 'rolled back');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await inTransaction(app.ctx, async (outer) => {
      await act(outer, 'committed outside');
      const inner = inTransaction(outer, async (ctx) => {
        await act(ctx, 'rolled back inside');
        throw new Error('no');
      });
      await inner.catch(() => {});
      await inTransaction(outer, (ctx) => act(ctx, 'committed inside'));
    });
    expect(await targets({ search: 'rolled' })).toEqual([]);
    expect(await targets({ search: 'committed' })).toEqual(['committed inside', 'committed outside']);
    expect(await verify()).toMatchObject({ entries: before + 2, broken: null });
  });

  it('publishes an entry only after its commit', async () => {
    const heard: unknown[] = [];
    const stop = app.ctx.bus.subscribe(liveSubject, (message) => void heard.push(message));
    await inTransaction(app.ctx, async (ctx) => {
      await act(ctx, 'published later');
      expect(heard).toEqual([]);
    });
    expect(heard).toMatchObject([{ topic: 'audit', event: 'added', data: { target: 'published later' } }]);
    stop();
  });

  it('refuses an entry after the end of its transaction', async () => {
    let late: Ctx | undefined;
    await inTransaction(app.ctx, (ctx) => Promise.resolve(void (late = ctx)));
    await expect(act(late ?? app.ctx, 'too late')).rejects.toThrow('not extensible');
  });

  it('holds for any recorded text and details', async () => {
    const hostile = 'a\0b\ud800c\u202e\n"\\';
    const details = {
      z: 1,
      a: { [hostile]: [hostile, 1e21, -0, 1e-9, 0.1, null, true, { b: undefined, a: 1 }] },
      when: new Date(0),
      ...(JSON.parse('{"__proto__": {"x": 1}}') as object),
    };
    const actor = { userId: null, username: hostile, address: hostile };
    await record(app.ctx, actor, { action: hostile, target: hostile, outcome: hostile, details });
    expect(await verify()).toMatchObject({ broken: null });
    const [entry] = (await list()).entries;
    expect(entry).toMatchObject({ actor: 'a\uFFFDb\uFFFDc\u202e\n"\\', details: { when: '1970-01-01T00:00:00.000Z' } });
  });

  it('cannot be changed, shortened or emptied in the database', async () => {
    const refusal: unknown = expect.stringMatching(/never changed or removed|only moves on/);
    for (const statement of [
      "update audit set outcome = 'other' where id = 1",
      'update audit set hash = null where id = 1',
      'delete from audit where id = 1',
      'truncate audit',
      'update audit_head set id = id - 1',
      'update audit_head set hash = null',
      'delete from audit_head',
      'truncate audit_head',
    ])
      await expect(app.ctx.db.execute(statement), statement).rejects.toMatchObject({ cause: { message: refusal } });
    expect(await verify()).toMatchObject({ broken: null });
  });
});
