import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { roles } from '@tribehall/contract';
import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { addLoadTestPlayers } from './load-test/history-data.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';
import { addTestServer } from './testing/test-game-servers.ts';
import { createTestUser, type TestUser } from './testing/test-users.ts';

const app = await createTestApp({ GUILD_ID: '42', REQUESTS_PER_MINUTE: '0' });
await addLoadTestPlayers(app.ctx, 500);
const { id: serverId } = await addTestServer(app);
const floodSize = 60;

const ask = async ({ http }: TestApp, { headers }: TestUser, url: string) =>
  (await http.inject({ url: `/api${url}`, headers })).statusCode;

// A search waits for the table below for longer than it may take.
app.ctx.state.search.statementWithinMs = 600_000;

const countWaitingQueries = (table: string) =>
  sql.raw(`select count(*)::int as count from pg_locks
  where relation = '${table}'::regclass and not granted
    and database = (select oid from pg_database where datname = current_database())`);

describe('one member who asks for much at once does not hold up others', () => {
  it.each([
    ['search', { table: 'player_names', slots: 2, waiting: 10, url: (n: number) => `/search?query=pla${n}` }],
    [
      'search of the chat',
      {
        table: 'chat_messages',
        slots: 1,
        waiting: 5,
        url: (n: number) => `/ark/servers/${serverId}/chat?search=word${n}`,
      },
    ],
    [
      'leaderboards',
      {
        table: 'play_sessions',
        slots: 1,
        waiting: 5,
        url: (n: number) => `/ark/leaderboards?by=playtime&days=${n + 1}`,
      },
    ],
  ])('%s, however long they take', async (_, { table, slots, waiting, url }) => {
    const asAdmin = { roles: [roles.Admin] };
    const [hostile, other] = [await createTestUser(app, asAdmin), await createTestUser(app, asAdmin)];
    // Both are logged in: nobody is ahead by that.
    for (const user of [hostile, other]) expect(await ask(app, user, url(0))).toBe(200);
    const replies: number[] = [];
    const { flood, own } = await app.ctx.db.transaction(async (tx) => {
      const queriesWait = (count: number) =>
        vi.waitUntil(
          async () => (await tx.execute<{ count: number }>(countWaitingQueries(table))).rows[0]?.count === count,
        );
      await tx.execute(`lock table ${table} in access exclusive mode`);
      const asked = Array.from({ length: floodSize }, async (__, n) => replies.push(await ask(app, hostile, url(n))));
      await vi.waitUntil(() => replies.length === floodSize - slots - waiting);
      await queriesWait(slots);
      const replyToOther = ask(app, other, url(7));
      // The other's query waits for the table, too, before those that wait for a slot.
      await queriesWait(slots + 1);
      return { flood: asked, own: replyToOther };
    });
    expect(await own).toBe(200);
    await Promise.all(flood);
    expect(replies.filter((status) => status === 429)).toHaveLength(floodSize - slots - waiting);
    expect(replies.filter((status) => status === 200)).toHaveLength(slots + waiting);
    expect(await ask(app, hostile, url(1))).toBe(200);
  });

  it('look-ups of videos, although those of the member hang', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hanging-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const YTDLP_PATH = join(folder, 'yt-dlp');
    const script = `#!/bin/sh
case "$*" in *--version*) echo 2026.10.26; exit;; *hang*) until [ -e ${folder}/go ]; do sleep 0.1; done;; esac
echo '{"entries":[]}'
`;
    writeFileSync(YTDLP_PATH, script, { mode: 0o755 });
    const own = await createTestApp({ GUILD_ID: '42', YTDLP_PATH, REQUESTS_PER_MINUTE: '0' });
    const member = () => createTestUser(own, { guilds: ['42'] });
    const [hostile, other] = [await member(), await member()];
    const query = (user: TestUser, words: string) => ask(own, user, `/skibapbot/music/query?query=${words}`);
    const replies: number[] = [];
    const flood = Array.from({ length: 20 }, async (_, n) => replies.push(await query(hostile, `hang${n}`)));
    await vi.waitUntil(() => replies.length === 14);
    expect(new Set(replies)).toEqual(new Set([429]));
    for (const words of ['one', 'two', 'three']) expect(await query(other, words)).toBe(200);
    expect(replies).toHaveLength(14);
    writeFileSync(join(folder, 'go'), '');
    await Promise.all(flood);
    expect(replies.filter((status) => status === 200)).toHaveLength(6);
  });
});
