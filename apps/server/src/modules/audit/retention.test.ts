import { describe, expect, it } from 'vitest';
import { inTransaction, type Ctx } from '../../context.ts';
import { createTestApp, restarted, type TestApp } from '../../testing/test-app.ts';
import { createAuditReader, tamper } from './audit.fixture.ts';
import { record, type Actor } from './audit.service.ts';
import { applyAuditRetention } from './retention.service.ts';
import { verifyAudit } from './verify.service.ts';

const dayMs = 24 * 60 * 60 * 1000;
const person: Actor = { userId: 'u1', username: 'Olive', address: '203.0.113.7' };

/** A portal with five entries, of which the first three are `days` older. */
async function withOldEntries(days: number, settings: Record<string, string> = {}) {
  const app = await createTestApp({ AUDIT_DAYS: '100', ADDRESS_DAYS: '10', ...settings });
  const { list, verify } = await createAuditReader(app);
  // Contexts of other days, so that the job of the app itself finds nothing to remove.
  const on = (day: number): Ctx => ({ ...app.ctx, clock: () => new Date(Date.now() + day * dayMs) });
  await act(app.ctx, 'one', 'two', 'three');
  await act(on(days), 'four', 'five');
  const apply = async (day = days) => {
    while (!(await applyAuditRetention(on(day))));
  };
  return { app, list, verify, apply };
}

async function act(ctx: Ctx, ...targets: string[]): Promise<void> {
  for (const target of targets)
    await record(ctx, person, { action: 'test.act', target, outcome: 'done', details: { target } });
}

async function rowsOf({ ctx }: TestApp, statement: string) {
  return (await ctx.db.execute(statement)).rows;
}

describe('the retention of audit entries', () => {
  it('removes old entries, says so in an entry, and leaves a chain that verifies', async () => {
    const { app, list, verify, apply } = await withOldEntries(102);
    const { head: before } = await verify();
    await apply();
    const { entries } = await list();
    expect(entries.map(({ action, target }) => [action, target])).toEqual([
      ['audit.retention', 'entries 1 to 3'],
      ['test.act', 'five'],
      ['test.act', 'four'],
    ]);
    expect(entries[0]).toMatchObject({ actor: 'portal', details: { entriesTo: '3', addressesTo: '3' } });
    expect(await verify()).toMatchObject({ entries: 3, removedTo: '3', broken: null, head: { id: '6' } });
    // A head that was noted before is still in the chain.
    const witness = { id: BigInt(before?.id ?? 0), hash: before?.hash ?? '' };
    expect(await verifyAudit(app.ctx, witness)).toMatchObject({ broken: null });
    await act(app.ctx, 'six');
    expect(await verify()).toMatchObject({ entries: 4, broken: null });
  });

  it('removes nothing that is younger, and does nothing twice', async () => {
    const { verify, apply, list } = await withOldEntries(99, { ADDRESS_DAYS: '1000' });
    await apply();
    expect(await verify()).toMatchObject({ entries: 5, removedTo: null, broken: null });
    const later = await withOldEntries(102);
    await later.apply();
    await later.apply();
    expect(await later.verify()).toMatchObject({ entries: 3, broken: null });
    expect((await list()).entries).toHaveLength(5);
  });

  it('goes on where it stopped, and its own entries alone are no reason to', async () => {
    const { app, apply } = await withOldEntries(102);
    await apply();
    await apply(204);
    // The two entries and the one of the first run.
    expect(await verifyAudit(app.ctx)).toMatchObject({ entries: 1, removedTo: '6', broken: null, head: { id: '7' } });
    await apply(306);
    expect(await verifyAudit(app.ctx)).toMatchObject({ entries: 1, removedTo: '6', broken: null });
  });

  it('takes more than one batch, while others write, in one of two portals', async () => {
    const { app, apply } = await withOldEntries(102);
    await tamper(app, 'delete from audit', 'update audit_head set id = 0, hash = null');
    // Enough for three batches, unsealed: the chain is computed when the retention begins.
    await app.ctx.db.execute(`insert into audit (id, at, actor, address, action, target, outcome)
      select n, '2020-01-01', 'Old', '198.51.100.1', 'test.old', n::text, 'done' from generate_series(1, 4500) n`);
    const writing = Array.from({ length: 20 }, (_, n) =>
      inTransaction(app.ctx, (ctx) => record(ctx, person, { action: 'test.new', target: `${n}`, outcome: 'done' })),
    );
    const applied = [applyAuditRetention(app.ctx), applyAuditRetention(restarted(app.ctx))];
    await Promise.all([...writing, ...applied]);
    await apply(0);
    const found = await verifyAudit(app.ctx);
    expect(found).toMatchObject({ removedTo: '4500', broken: null });
    const counts = await rowsOf(
      app,
      'select action, count(*)::int as count from audit group by action order by action',
    );
    expect(counts).toEqual([
      { action: 'audit.retention', count: 3 },
      { action: 'test.new', count: 20 },
    ]);
  });

  it('is not needed for a list that goes on behind what was removed', async () => {
    const { list, apply } = await withOldEntries(102);
    await apply();
    expect(await list({ before: '2' })).toEqual({ entries: [], hasMore: false });
    expect(await list({ before: '999' })).toBeUndefined();
    expect(await list({ id: '2' })).toEqual({ entries: [], hasMore: false });
  });

  it.each([
    [
      'entries removed by hand, with an anchor',
      [
        'update audit_anchor set id = 2, hash = (select hash from audit where id = 2)',
        'delete from audit where id <= 2',
      ],
      { id: '3', reason: /not by the retention/ },
    ],
    [
      'an address removed',
      ["update audit set address = '', address_salt = null where id = 4"],
      { id: '4', reason: /address/ },
    ],
    ['an address changed', ["update audit set address = '10.0.0.1' where id = 4"], { id: '4', reason: /address/ }],
    [
      'an address removed, with an anchor',
      ["update audit set address = '', address_salt = null where id = 4", 'update audit_anchor set addresses_id = 4'],
      { id: '1', reason: /not by the retention/ },
    ],
    [
      'a changed digest',
      ["update audit set address_digest = 'x' where id = 4"],
      { id: '4', reason: /^It was changed/ },
    ],
  ])('is not mistaken for %s', async (_, statements, broken) => {
    const { app, verify } = await withOldEntries(1);
    expect(await verify()).toMatchObject({ broken: null });
    await tamper(app, ...statements);
    const found = await verify();
    expect(found.broken?.id).toBe(broken.id);
    expect(found.broken?.reason).toMatch(broken.reason);
  });

  it.each([
    ['put back', ['update audit set id = 2 where id = 5'], { id: '2', reason: /before the first/ }],
    [
      'the anchor moved on',
      [
        'update audit_anchor set id = 4, hash = (select hash from audit where id = 4)',
        'delete from audit where id = 4',
      ],
      { id: '5', reason: /not by the retention/ },
    ],
    ['the anchor is gone', ['delete from audit_anchor'], { id: '4', reason: /removed/ }],
  ])('notices afterwards that %s', async (_, statements, broken) => {
    const { app, verify, apply } = await withOldEntries(102);
    await apply();
    await tamper(app, ...statements);
    const found = await verify();
    expect(found.broken?.id).toBe(broken.id);
    expect(found.broken?.reason).toMatch(broken.reason);
  });

  it('is the only way to remove something: the database refuses the rest', async () => {
    const { app, apply } = await withOldEntries(102);
    await apply();
    for (const statement of [
      'delete from audit where id = 4',
      "update audit set address = '', address_salt = null where id = 4",
      "update audit set address = '10.0.0.1' where id = 4",
      "update audit_anchor set id = 4, hash = 'x'",
      'update audit_anchor set id = 2',
      "update audit_anchor set hash = 'x'",
      'delete from audit_anchor',
      'truncate audit_anchor',
    ])
      await expect(app.ctx.db.execute(statement), statement).rejects.toMatchObject({
        cause: { message: expect.stringMatching(/except by the retention|only moves on/) as unknown },
      });
  });
});

describe('the retention of addresses', () => {
  it('removes those of old entries, with what they could be guessed by, and the chain still verifies', async () => {
    const { app, list, verify, apply } = await withOldEntries(12);
    await apply();
    const { entries } = await list();
    expect(entries.map(({ target, address }) => [target, address])).toEqual([
      ['addresses of entries 1 to 3', 'portal'],
      ['five', person.address],
      ['four', person.address],
      ['three', ''],
      ['two', ''],
      ['one', ''],
    ]);
    expect(await rowsOf(app, 'select address_salt from audit where id <= 3')).toEqual([
      { address_salt: null },
      { address_salt: null },
      { address_salt: null },
    ]);
    expect(await verify()).toMatchObject({ entries: 6, removedTo: null, broken: null });
    await apply();
    expect(await verify()).toMatchObject({ entries: 6 });
    // What remains is protected as before.
    await tamper(app, "update audit set target = 'other' where id = 2");
    expect((await verify()).broken).toMatchObject({ id: '2' });
  });

  it('leaves those of entries from before, which the hash covers, until the entries go', async () => {
    const { app, apply } = await withOldEntries(12);
    await tamper(
      app,
      'update audit set hash = null, address_salt = null, address_digest = null',
      'update audit_head set id = 0, hash = null',
    );
    await apply();
    expect(await verifyAudit(app.ctx)).toMatchObject({ broken: null });
    expect(await rowsOf(app, 'select distinct address from audit where id <= 5')).toEqual([
      { address: person.address },
    ]);
  });
});
