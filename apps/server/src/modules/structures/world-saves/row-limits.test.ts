import { roles } from '@tribehall/contract';
import { expect, it, vi } from 'vitest';
import { createTestApp } from '../../../testing/test-app.ts';
import { createTestUser } from '../../../testing/test-users.ts';
import {
  ask,
  head,
  openServer,
  rowsOf,
  structure,
  survivor,
  sendSave,
  tribe,
  type SentRows,
} from '../structures.fixture.ts';
import * as limits from './row-limits.ts';

// Smaller ones, which a test can reach.
vi.spyOn(limits, 'rowLimits', 'get').mockReturnValue({
  structures: 4,
  tribes: 4,
  'members of tribes': 8,
  survivors: 4,
  classes: 4,
});

const app = await createTestApp();
const admin = await createTestUser(app, { roles: [roles.Admin] });

const each = <T>(from: number, to: number, make: (n: number) => T) =>
  Array.from({ length: to - from + 1 }, (_, n) => make(from + n));
const members = (from: number, to: number) => each(from, to, (n) => ({ arkId: String(n), name: `M${n}` }));
const classNamed = (n: number) => ({ className: `C${n}_C`, kind: 'item' as const, count: 1 });

it.each<[what: string, table: string, first: SentRows, more: SentRows]>([
  [
    '4 structures',
    'structures',
    { structures: each(1, 3, (n) => structure(`s${n}`)) },
    { structures: each(3, 5, (n) => structure(`s${n}`)) },
  ],
  ['4 tribes', 'tribes', { tribes: each(1, 3, (n) => tribe(n)) }, { tribes: each(3, 5, (n) => tribe(n)) }],
  [
    '8 members of tribes',
    'tribes',
    { tribes: [tribe(1, { members: members(1, 4) }), tribe(2, { members: members(5, 8) }), tribe(3)] },
    { tribes: [tribe(2, { members: members(5, 9) })] },
  ],
  [
    '4 survivors',
    'survivors',
    { survivors: each(1, 3, (n) => survivor(String(n))) },
    { survivors: each(3, 5, (n) => survivor(String(n))) },
  ],
  ['4 classes', 'save_classes', { classes: each(1, 3, classNamed) }, { classes: each(3, 5, classNamed) }],
])('more than %s end the save, with those that are gone', async (what, table, first, more) => {
  const { id, agent } = await openServer(app);
  const { revision } = await sendSave(agent, first);
  const countOf = async () =>
    (await rowsOf<{ count: number }>(app, `select count(*)::int as count from ${table} where server_id = '${id}'`))[0];
  const save = async () => (await ask<{ save: unknown }>(app, admin, `/servers/${id}/structures`)).data.save;
  expect(await countOf()).toEqual({ count: 3 });
  const gone = { structures: ['s1', 's2'], tribes: [1], survivors: ['1', '2'] };
  await agent.request('save.begin', head({ base: revision }));
  await agent.request('save.rows', { gone });
  await expect(agent.request('save.rows', more)).rejects.toThrow(`more than ${what} of this server`);
  await expect(agent.request('save.end', { objectCount: 0, failureCount: 0, structureCount: 1 })).rejects.toThrow(
    'No save has been started.',
  );
  expect(await countOf()).toEqual({ count: 3 });
  expect(await save()).toMatchObject({
    readingSince: null,
    error: { reason: expect.stringContaining(`more than ${what} of this server`) as string },
  });
  // The next one is a full snapshot.
  expect((await sendSave(agent, first, { base: revision })).hasBase).toBe(false);
  expect(await save()).toMatchObject({ error: null });
});

it('counts the structures of a save over all its batches', async () => {
  const { agent } = await openServer(app);
  await agent.request('save.begin', head());
  for (const n of [1, 2, 2, 3, 4]) await agent.request('save.rows', { structures: [structure(`s${n}`)] });
  await expect(agent.request('save.rows', { structures: [structure('s5')] })).rejects.toThrow('more than 4 structures');
});
