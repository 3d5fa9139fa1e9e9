import { describe, expect, it } from 'vitest';
import { createAuditCommands } from './audit-commands.ts';
import { tamper } from '../modules/audit/audit.fixture.ts';
import { operator, record } from '../modules/audit/audit.service.ts';
import { applyAuditRetention } from '../modules/audit/retention.service.ts';
import { createTestApp } from '../testing/test-app.ts';

const app = await createTestApp();

async function run(command: string, options: Record<string, string> = {}): Promise<string[]> {
  const output: string[] = [];
  await createAuditCommands((line) => void output.push(line))[command]?.run(app.ctx, [], options);
  return output;
}

const act = (actor: string, target: string, details?: Record<string, unknown>) =>
  record(
    app.ctx,
    { userId: null, username: actor, address: '10.0.0.7' },
    { action: 'test.act', target, outcome: 'done', ...(details ? { details } : {}) },
  );

describe('the audit at the console', () => {
  it('lists newest first, one line each, and harms no terminal', async () => {
    await record(app.ctx, operator, { action: 'users.roles', target: 'Nico', outcome: 'done' });
    await act('Mira\u001b[2J', 'one\ntwo\u202e\u0007\u{1f600}', { command: 'rm \u001b]0;x\u0007' });
    const [newest = '', oldest = ''] = await run('audit');
    expect(oldest).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z {2}#1 {2}operator {2}users\.roles {2}Nico {2}done$/);
    expect(newest).toContain(
      String.raw`#2  Mira\u{1b}[2J (10.0.0.7)  test.act  one\u{a}two\u{202e}\u{7}${'\u{1f600}'}  done  {"command"`,
    );
    // eslint-disable-next-line no-control-regex -- none of them may reach the terminal
    expect(newest).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
  });

  it('prints JSON with the same content, as harmless', async () => {
    const [newest = ''] = await run('audit', { json: 'true', limit: '1' });
    expect(JSON.parse(newest)).toMatchObject({
      id: '2',
      actor: 'Mira\u001b[2J',
      target: 'one\ntwo\u202e\u0007\u{1f600}',
    });
    expect(newest).toContain(String.raw`two\u202e`);
  });

  it('takes the filters of the page, and as many entries as asked for', async () => {
    for (let n = 0; n < 60; n += 1) await act(n % 2 ? 'Ann' : 'Ben', `no ${n}`);
    expect(await run('audit')).toHaveLength(50);
    expect(await run('audit', { limit: '1000' })).toHaveLength(62);
    expect(await run('audit', { actor: 'ann', object: 'no 1' })).toHaveLength(6);
    expect(await run('audit', { action: 'users', search: 'nico' })).toHaveLength(1);
    const today = new Date().toISOString().slice(0, 10);
    expect(await run('audit', { from: today, to: today, limit: '100' })).toHaveLength(62);
    expect(await run('audit', { to: '2020-01-01' })).toEqual([]);
  });

  it.each([
    [{ from: 'soon' }, 'soon is not a date; write 2026-01-31 or 2026-01-31T12:00Z.'],
    [{ from: '2026-02-02', to: '2026-01-01' }, 'The start must be before the end.'],
    [{ limit: '0' }, '--limit is a whole number from 1 to 1000000.'],
    [{ object: 'x'.repeat(101) }, /^--object: /],
  ])('refuses %o in words', async (options: Record<string, string>, message) => {
    await expect(run('audit', options)).rejects.toThrow(message);
  });

  it('verifies the chain, prints the head, and fails where something was changed', async () => {
    const [verdict, head = ''] = await run('verify-audit');
    expect(verdict).toBe('62 entries checked; nothing was changed, removed or inserted.');
    expect(head).toMatch(/^Head \(store it elsewhere\): 62:[0-9a-f]{64}$/);
    const noted = head.split(' ').at(-1) ?? '';
    expect(await run('verify-audit', { head: noted })).toEqual([verdict, head]);
    await expect(run('verify-audit', { head: `62:${'0'.repeat(64)}` })).rejects.toThrow(/entry 62 is broken/);
    await expect(run('verify-audit', { head: 'abc' })).rejects.toThrow(/an ID, a colon and a hash/);
    await tamper(app, "update audit set target = 'nobody' where id = 1");
    await expect(run('verify-audit')).rejects.toThrow(/^0 entries checked; entry 1 is broken\. It was changed/);
  });

  it('says what the retention has removed, and that a head from before is of no use', async () => {
    const later = await createTestApp();
    const verify = async (head?: string) => {
      const output: string[] = [];
      const command = createAuditCommands((line) => void output.push(line))['verify-audit'];
      await command?.run(later.ctx, [], head === undefined ? {} : { head });
      return output;
    };
    const entry = { action: 'test.act', target: 'x', outcome: 'done' };
    await record(later.ctx, operator, entry);
    const noted = (await verify()).at(-1)?.split(' ').at(-1);
    await record(later.ctx, operator, entry);
    later.passMs(740 * 24 * 60 * 60 * 1000);
    await applyAuditRetention(later.ctx);
    expect((await verify()).slice(0, 2)).toEqual([
      '1 entry checked; nothing was changed, removed or inserted.',
      'Entries up to 2 were removed by the retention (AUDIT_DAYS).',
    ]);
    await expect(verify(noted)).rejects.toThrow('Entry 1 was removed by the retention: note a newer head.');
  });
});
