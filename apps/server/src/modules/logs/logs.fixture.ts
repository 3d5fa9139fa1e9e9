import { roles, type ReplyOutput } from '@tribehall/contract';
import type { LogLevel } from '@tribehall/contract/logs.contract';
import { vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { addEntries } from './logs.service.ts';

export type Reply<T> = { status: number; code?: string; error?: string; data: T; details?: unknown };
export type Found = Omit<ReplyOutput<'GET /logs/entries'>, 'entries'> & {
  entries: { id: string; at: string; host: string; key: string; level: LogLevel; text: string }[];
};

type Given = { host?: string; key?: string; level?: LogLevel; at?: Date };

/** The real app with an Owner who reads the logs. */
export async function startLogsTest(settings: Record<string, string> = {}) {
  const app = await createTestApp(settings);
  const owner = await createTestUser(app, { roles: [roles.Owner] });
  const get = async <T>(path: string, query: Record<string, string> = {}, headers: object = owner.headers) => {
    const url = `/api/logs${path}?${new URLSearchParams(query).toString()}`;
    return (await app.http.inject({ url, headers: { ...headers } })).json<Reply<T>>();
  };
  return {
    app,
    owner,
    get,
    entries: async (query: Record<string, string>) => (await get<Found>('/entries', query)).data,
    texts: async (query: Record<string, string>) =>
      (await get<Found>('/entries', query)).data.entries.map(({ text }) => text),
    /** Adds lines and waits until they are written. */
    add: async (texts: string[], given: Given = {}) => {
      addTexts(app, texts, given);
      await written(app);
    },
  };
}

export function addTexts({ ctx }: TestApp, texts: string[], given: Given = {}): void {
  const { host = 'test', key = 'game', level = 'info', at = ctx.clock() } = given;
  addEntries(
    ctx,
    { host, label: host },
    texts.map((text, n) => ({ at: new Date(at.getTime() + n), key, level, text })),
  );
}

/** Nothing waits any more, and the last of it has been seen in the database. */
export async function written({ ctx }: TestApp): Promise<void> {
  const marker = `marker ${Math.random()}`;
  addTexts({ ctx } as TestApp, [marker], { host: 'marker' });
  await vi.waitUntil(async () => {
    const { rows } = await ctx.db.execute(`select 1 from log_entries where host = 'marker' and text = '${marker}'`);
    return rows.length === 1 && ctx.state.logs.buffer.size() === 0;
  });
}
