import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMigrations } from '../db/migrate.ts';
import { serverRoot } from '../platform/server-root.ts';
import { startPortal } from '../portal.ts';
import { makeEmptyPlace, restoreInto, runOn } from './backup.fixture.ts';

/** The database of a demo world that version 0.1.0 ran, with an Owner of its own; without most of the structures. */
const archive = join(serverRoot, 'previous/database-0.1.0.tar.gz');
const account = { email: 'keeper@example.test', password: 'an old password of Keeper' };
/** As `verify-audit` of 0.1.0 printed it. */
const notedHead = { id: '17', hash: 'a61ec7034a514db7158f8fbfa54e6bb22237da9dddd3ff05e281d93615733754' };
/** The data get older every day. */
const noRetention = Object.fromEntries(
  ['AUDIT_DAYS', 'CHAT_DAYS', 'JOURNAL_DAYS', 'STRUCTURE_DAYS'].map((name) => [name, '36500']),
);
/** Rows of 0.1.0 that are the same ones afterwards. */
const counts = {
  users: 5,
  servers: 7,
  clusters: 3,
  chat_messages: 103,
  audit: 17,
  files: 4,
  structures: 2000,
  tribes: 38,
  survivors: 288,
  database_versions: 5,
};

const countRows = async (database: string) =>
  Object.fromEntries(
    await Promise.all(
      Object.keys(counts).map(async (table): Promise<[string, unknown]> => {
        const [row] = await runOn<{ n: number }>(database, `select count(*)::int as n from ${table}`);
        return [table, row?.n];
      }),
    ),
  );

describe('the data of version 0.1.0', () => {
  it('are upgraded at the start, and can be read by those who wrote them', async () => {
    const { config, name } = await makeEmptyPlace({ PORT: '0', ...noRetention });
    await restoreInto(config, archive, { isDatabaseOnly: true });
    expect(await countRows(name)).toEqual(counts);
    const lines: string[] = [];
    const portal = await startPortal(config, {
      print: (line) => lines.push(line),
      signal: new AbortController().signal,
    });
    try {
      expect(lines[0]).toContain(`This version changes the database: ${readMigrations().length - 9} migrations`);
      const call = async <T>(method: string, path: string, body?: object, token?: string): Promise<T> => {
        const headers = {
          ...(body && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
        };
        const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
        const reply = await fetch(`${portal.url}/api${path}`, init);
        const { data, error } = (await reply.json()) as { data: T; error?: string };
        expect(reply.status, `${method} ${path}: ${error}`).toBe(200);
        return data;
      };
      const { accessToken } = await call<{ accessToken: string }>('POST', '/users/login', account);
      const get = <T>(path: string) => call<T>('GET', path, undefined, accessToken);
      expect(await get('/users/me')).toMatchObject({ username: 'Keeper', roles: [1500] });
      const servers = await get<{ id: string; name: string }[]>('/ark/servers');
      expect(servers.map(({ name }) => name)).toContain('Fjordur');
      expect(servers).toHaveLength(7);
      const clusters = await get<{ name: string }[]>('/ark/clusters');
      expect(clusters.map(({ name }) => name)).toContain('Cluster of 0.1');
      const chat = await get<{ messages: { text: string }[] }>('/ark/servers/demo-fjordur/chat');
      expect(JSON.stringify(chat)).toContain('Hello from 0.1');
      expect(JSON.stringify(await get('/files'))).toContain('notes.txt');
      const structures = await get<{ save: { savedAt: string } | null }>('/ark/servers/demo-the-island/structures');
      expect(structures.save?.savedAt).toMatch(/^2026-11-18T15:00/);
      // The chain goes on from the head of then.
      const { entries } = await get<{ entries: { id: string; hash: string }[] }>(`/audit?id=${notedHead.id}`);
      expect(entries).toMatchObject([notedHead]);
      const verified = await call<{ entries: number }>('POST', '/audit/verify', undefined, accessToken);
      expect(verified).toMatchObject({ broken: null, removedTo: null });
      expect(verified.entries).toBeGreaterThanOrEqual(counts.audit);
      const { audit, ...others } = await countRows(name);
      expect({ ...others, audit: counts.audit }).toEqual(counts);
      expect(audit).toBeGreaterThanOrEqual(counts.audit);
    } finally {
      await portal.stop();
    }
  }, 120_000);
});
