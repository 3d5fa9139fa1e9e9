import type { ReplyInput } from '@tribehall/contract';
import type { TestApp } from '../../testing/test-app.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';

export type Listed = ReplyInput<'GET /audit'>;

/** What an Owner of that app asks of the audit. */
export async function createAuditReader(app: TestApp): Promise<{
  owner: TestUser;
  list: (query?: Record<string, string>) => Promise<Listed>;
  verify: () => Promise<ReplyInput<'POST /audit/verify'>>;
}> {
  const owner = await createTestUser(app, { roles: [1500] });
  const { headers } = owner;
  return {
    owner,
    list: async (query = {}) => {
      const url = `/api/audit?${new URLSearchParams(query).toString()}`;
      return (await app.http.inject({ url, headers })).json<{ data: Listed }>().data;
    },
    verify: async () => {
      const reply = await app.http.inject({ method: 'POST', url: '/api/audit/verify', headers });
      return reply.json<{ data: ReplyInput<'POST /audit/verify'> }>().data;
    },
  };
}

/** Changes the database as only someone with all its rights can. */
export async function tamper({ ctx }: TestApp, ...statements: string[]): Promise<void> {
  await ctx.db.transaction(async (db) => {
    await db.execute('set local session_replication_role = replica');
    for (const statement of statements) await db.execute(statement);
  });
}
