import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { roles } from '@tribehall/contract';
import { createTestApp } from '../../testing/test-app.ts';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { onFileFinished } from '../../testing/cleanup.ts';

type Problem = { message: string; line: number; column: number };
type Details = { fields?: { field: string; message: string }[]; problem?: Problem; version?: string; text?: string };
export type Reply<T = unknown> = { status: number; code?: string; error?: string; data: T; details?: Details };
export type TextOf = { text: string; version: string; problem: Problem | null };
export type Listed = { file: string; bytes: number; changedAt: string; isScoped: boolean | null };
export type Version = {
  id: string;
  version: string;
  kind: string;
  by: string | null;
  isCurrent: boolean;
  bytes: number;
};

export const guilds = ['100000000000000001', '100000000000000002', '99999999999999999'] as const;

const at = (file: string) => `/${encodeURIComponent(file)}`;

/** The real app with a folder of databases of its own, and an Owner. */
export async function startDatabasesTest(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tribehall-databases-'));
  const root = settings['DATABASES_DIR'] ?? join(folder, 'databases');
  const app = await createTestApp({ DATA_DIR: folder, ...settings });
  onFileFinished(() => rmSync(folder, { recursive: true, force: true }));
  const owner = await createTestUser(app, { roles: [roles.Owner] });
  await app.http.ready();
  const ask = async <T>(method: 'GET' | 'POST', path: string, body?: object | string, user: TestUser = owner) => {
    const reply = await app.http.inject({
      method,
      url: `/api/databases${path}`,
      headers: { ...user.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { payload: body }),
    });
    return JSON.parse(reply.payload) as Reply<T>;
  };
  return {
    app,
    folder,
    root,
    owner,
    ask,
    list: async () => (await ask<Listed[]>('GET', '')).data,
    read: <T = TextOf>(file: string, query = 'as=text') => ask<T>('GET', `${at(file)}?${query}`),
    save: (file: string, body: object | string) => ask<{ version: string }>('POST', at(file), body),
    versions: async (file: string) => (await ask<Version[]>('GET', `${at(file)}/versions`)).data,
    version: (file: string, id: string) => ask<{ text: string; version: string }>('GET', `${at(file)}/versions/${id}`),
    restore: (file: string, id: string, body: object = {}) =>
      ask<{ version: string }>('POST', `${at(file)}/versions/${id}/restore`, body),
    /** Writes a file as someone at the host would. */
    put: (file: string, content: string | Buffer, mode?: number) => {
      const path = join(root, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      if (mode !== undefined) chmodSync(path, mode);
    },
    content: (file: string) => readFileSync(join(root, file), 'utf8'),
    bytes: (file: string) => readFileSync(join(root, file)),
    names: (below = '') => readdirSync(join(root, below)).toSorted(),
  };
}

export type DatabasesTest = Awaited<ReturnType<typeof startDatabasesTest>>;
