import { describe, expect, it } from 'vitest';
import { createTestApp, restarted } from '../../testing/test-app.ts';
import { createAuditReader, tamper } from './audit.fixture.ts';
import { operator, record } from './audit.service.ts';
import { sealAndLogHead, verifyAudit } from './verify.service.ts';

const columns = 'at, actor_id, actor, address, action, target, outcome, details';

/** A portal with five entries, all of them sound. */
async function withFive() {
  const app = await createTestApp();
  const reader = await createAuditReader(app);
  for (const n of [1, 2, 3, 4, 5])
    await record(app.ctx, operator, { action: 'test.act', target: `no ${n}`, outcome: 'done', details: { n } });
  expect(await reader.verify()).toMatchObject({ entries: 5, broken: null, head: { id: '5' } });
  return { app, ...reader };
}

const changes: [what: string, statements: string[], broken: { id: string; reason: RegExp }, entries: number][] = [
  ['a changed letter', ["update audit set target = 'No 3' where id = 3"], { id: '3', reason: /^It was changed/ }, 2],
  [
    'a changed detail',
    [`update audit set details = '{"n": 30}' where id = 3`],
    { id: '3', reason: /^It was changed/ },
    2,
  ],
  ['a changed time', ["update audit set at = at - interval '1 h' where id = 1"], { id: '1', reason: /changed/ }, 0],
  ['a removed entry', ['delete from audit where id = 3'], { id: '4', reason: /^Entry 3 before it was removed/ }, 2],
  [
    'several removed entries',
    ['delete from audit where id in (1, 2)'],
    { id: '3', reason: /^All from entry 1 to 2 before it was removed/ },
    0,
  ],
  ['an end cut off', ['delete from audit where id > 3'], { id: '4', reason: /^All from entry 4 to 5 was cut off/ }, 3],
  ['all of it cut off', ['delete from audit'], { id: '1', reason: /^All from entry 1 to 5 was cut off/ }, 0],
  [
    'an entry moved to another position',
    [
      'update audit set id = 30 where id = 3',
      'update audit set id = 3 where id = 4',
      'update audit set id = 4 where id = 30',
    ],
    { id: '3', reason: /changed/ },
    2,
  ],
  [
    'an entry put in behind the end',
    [`insert into audit (id, ${columns}, hash) select 9, ${columns}, hash from audit where id = 5`],
    { id: '9', reason: /removed, or it was changed/ },
    5,
  ],
  [
    'an entry put in before the first',
    [
      'alter table audit drop constraint audit_id',
      `insert into audit (id, ${columns}) select -7, ${columns} from audit where id = 3`,
    ],
    { id: '-7', reason: /before the first/ },
    0,
  ],
  [
    'a changed entry with all hashes taken away',
    ["update audit set actor = 'x', hash = null where id > 2", 'update audit_head set hash = null'],
    { id: '3', reason: /not sealed/ },
    2,
  ],
  ['a hash taken away', ['update audit set hash = null where id = 2'], { id: '2', reason: /not sealed/ }, 1],
  [
    'an end cut off together with the head',
    ['delete from audit where id = 5', 'delete from audit_head'],
    { id: '4', reason: /head of the chain was removed/ },
    4,
  ],
];

describe('verifying the audit', () => {
  it.each(changes)('names %s', async (_, statements, broken, entries) => {
    const { app, verify } = await withFive();
    await tamper(app, ...statements);
    const reply = await verify();
    expect(reply).toMatchObject({ entries, broken: { id: broken.id } });
    expect(reply.broken?.reason).toMatch(broken.reason);
  });

  it('still accepts new entries after one that was inserted by hand, and names that one', async () => {
    const { app, verify } = await withFive();
    await tamper(app, `insert into audit (id, ${columns}) select 6, ${columns} from audit where id = 5`);
    await record(app.ctx, operator, { action: 'test.act', target: 'after it', outcome: 'done' });
    expect(await verify()).toMatchObject({ entries: 5, broken: { id: '6' }, head: { id: '7' } });
  });

  it('detects a rewritten chain with a head that was recorded elsewhere', async () => {
    const { app, verify } = await withFive();
    const { head } = await verify();
    const witness = { id: BigInt(head?.id ?? 0), hash: head?.hash ?? '' };
    expect(await verifyAudit(app.ctx, witness)).toMatchObject({ broken: null });
    // Cleared and filled again, sound in itself.
    await tamper(app, 'delete from audit', 'update audit_head set id = 0, hash = null');
    for (const n of [1, 2, 3, 4, 5])
      await record(app.ctx, operator, { action: 'test.act', target: `no ${n}`, outcome: 'done', details: { n } });
    expect(await verify()).toMatchObject({ entries: 5, broken: null });
    expect(await verifyAudit(app.ctx, witness)).toMatchObject({ broken: { id: '5' } });
    expect(await verifyAudit(app.ctx, { ...witness, id: 8n })).toMatchObject({ broken: { id: '6' } });
  });

  it('seals entries from before the chain once, in order, before the first new entry', async () => {
    const { app, verify } = await withFive();
    await tamper(
      app,
      'update audit set hash = null',
      'delete from audit where id = 2',
      'update audit_head set id = 0, hash = null',
    );
    await Promise.all(
      [1, 2, 3].map((n) => record(app.ctx, operator, { action: 'test.new', target: `new ${n}`, outcome: 'done' })),
    );
    expect(await verify()).toMatchObject({ entries: 7, broken: null, head: { id: '8' } });
    await tamper(app, "update audit set outcome = 'refused' where id = 1");
    expect(await verify()).toMatchObject({ entries: 0, broken: { id: '1' } });
  });

  it('seals at the start, and logs the head when it moved', async () => {
    const { app } = await withFive();
    await tamper(app, 'update audit set hash = null', 'update audit_head set id = 0, hash = null');
    app.logged.length = 0;
    // With its own memory: the app's job may have run in between, and would have logged this head.
    await sealAndLogHead(restarted(app.ctx));
    const { rows } = await app.ctx.db.execute('select hash from audit_head where id = 5');
    expect(rows).toHaveLength(1);
    expect(app.logged.join('')).toContain(String(rows[0]?.['hash']));
  });

  it('is for the Owner only, and concurrent calls share one run', async () => {
    const { app, verify } = await withFive();
    const reply = await app.http.inject({ method: 'POST', url: '/api/audit/verify' });
    expect(reply.statusCode).toBe(401);
    const together = await Promise.all([verify(), verify(), verify()]);
    expect(together).toEqual([together[0], together[0], together[0]]);
  });
});
