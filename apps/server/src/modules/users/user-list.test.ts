import { roles, type PartInput, type ReplyInput } from '@tribehall/contract';
import { expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { addUser } from './users.service.ts';

const app = await createTestApp();
const owner = await createTestUser(app, { roles: [roles.Owner] });

type Query = PartInput<'GET /users', 'query'>;
type Reply = { status: number; code?: string; details?: unknown; data: ReplyInput<'GET /users'> };

async function list(query: Query | Record<string, string>): Promise<Reply> {
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  );
  return (await app.http.inject({ url: `/api/users?${search.toString()}`, headers: owner.headers })).json();
}

const names = async (query: Query) =>
  (await list({ search: 'sorted', ...query })).data.users.map((user) => user.username);

const tiedIds = async (query: Query) => (await list({ search: 'tied', ...query })).data.users.map(({ id }) => id);

async function add(username: string, email: string | null): Promise<string> {
  return (await addUser(app.ctx, { username, email, passwordHash: null, roles: [] })).id;
}

await add('b sorted', 'z.sorted@example.test');
await add('A sorted', 'y.sorted@example.test');
await add('c sorted', 'x.sorted@example.test');
await add('=1+1 sorted', null);

it('is sorted by username as long as nothing else is asked for, whatever its case', async () => {
  const byName = ['A sorted', 'b sorted', 'c sorted'];
  expect((await names({})).filter((name) => !name.startsWith('='))).toEqual(byName);
  expect((await names({ order: 'desc' })).filter((name) => !name.startsWith('='))).toEqual(byName.toReversed());
});

it('is sorted by email address, accounts without one last in both orders', async () => {
  expect(await names({ sort: 'email' })).toEqual(['c sorted', 'A sorted', 'b sorted', '=1+1 sorted']);
  expect(await names({ sort: 'email', order: 'desc' })).toEqual(['b sorted', 'A sorted', 'c sorted', '=1+1 sorted']);
});

it('is sorted by age; accounts of the same moment by ID, also over pages', async () => {
  const tied = await Promise.all(Array.from({ length: 8 }, (_, n) => add(`tied${n}`, null)));
  await app.ctx.db.execute("update users set created_at = '2026-01-02' where username like 'tied%'");
  const young = await add('tied, but younger', null);
  expect(await tiedIds({ sort: 'createdAt' })).toEqual([...tied.toSorted(), young]);
  const newestFirst = [young, ...tied.toSorted()];
  expect(await tiedIds({ sort: 'createdAt', order: 'desc' })).toEqual(newestFirst);
  const pages = [1, 2, 3].map((page) => tiedIds({ sort: 'createdAt', order: 'desc', limit: 3, page }));
  expect((await Promise.all(pages)).flat()).toEqual(newestFirst);
});

it('comes in pages of 50 unless more are asked for', async () => {
  expect((await list({ search: 'sorted' })).data).toMatchObject({ pageSize: 50, total: 4 });
  const { data } = await list({ search: 'sorted', limit: 3 });
  expect(data).toMatchObject({ pageSize: 3, total: 4, users: { length: 3 } });
});

it.each([
  ['sort', 'passwordHash'],
  ['sort', 'id; drop table users'],
  ['order', 'DESC'],
  ['limit', '1001'],
])('refuses %s=%s', async (field, value) => {
  expect(await list({ [field]: value })).toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
    details: { fields: [{ field }] },
  });
});
