import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { storeCount, removeOldCounts } from './counts.service.ts';
import { clearCounts, putCounts } from './counts.store.ts';

const app = await createTestApp();
const user = await createTestUser(app);
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const ago = (ms: number) => new Date(app.ctx.clock().getTime() - ms);

async function readCounts(serverId: string, hours?: number | string) {
  const query = hours === undefined ? '' : `?hours=${hours}`;
  const reply = await app.http.inject({
    url: `/api/ark/servers/${serverId}/playerCounts${query}`,
    headers: user.headers,
  });
  const body = reply.json<{ data: { at: string; count: number | null }[] }>();
  return { status: reply.statusCode, body, points: body.data };
}

const put = (serverId: string, ...rows: [agoMs: number, count: number | null][]) =>
  putCounts(
    app.ctx.db,
    rows.map(([agoMs, count]) => ({ serverId, at: ago(agoMs), count })),
  );

describe('player counts', () => {
  it('do not lock servers against chat from others, which could be a deadlock', async () => {
    const { id } = await addTestServer(app);
    await app.ctx.db.execute(`update servers set player_count = 3 where id = '${id}'`);
    await app.ctx.db.transaction(async (db) => {
      expect(await clearCounts(db, { at: app.ctx.clock(), serverIds: [id] })).toEqual([id]);
      await app.ctx.db.transaction(async (other) => {
        await other.execute("set local lock_timeout = '2s'");
        await other.execute(`insert into chat_outbox (server_id, say, expires_at) values ('${id}', '{}', now())`);
      });
    });
  });

  it('start with the count at the beginning, and include gaps', async () => {
    const { id } = await addTestServer(app);
    await put(id, [30 * hourMs, 2], [25 * hourMs, 7], [3 * hourMs, null], [2 * hourMs, 4], [hourMs, 0]);
    const { points } = await readCounts(id);
    expect(points.map(({ count }) => count)).toEqual([7, null, 4, 0]);
    const beganAgoMs = app.ctx.clock().getTime() - Date.parse(points[0]?.at ?? '');
    expect(beganAgoMs).toBeGreaterThanOrEqual(dayMs);
    expect(beganAgoMs).toBeLessThan(dayMs + minuteMs);
    expect((await readCounts(id, 1)).points.map(({ count }) => count)).toEqual([0]);
    expect((await readCounts(id, 720)).points.map(({ count }) => count)).toEqual([2, 7, null, 4, 0]);
  });

  it('are empty for a server that never reported any', async () => {
    const { id } = await addTestServer(app);
    expect(await readCounts(id)).toMatchObject({ status: 200, points: [] });
  });

  it('are downsampled to 300 points that include the peak, the gap and the last one', async () => {
    const { id } = await addTestServer(app);
    const rows = Array.from({ length: 5000 }, (_, n): [number, number | null] => [
      (5000 - n) * (minuteMs / 4),
      n === 1234 ? 99 : n === 3456 ? null : n % 2,
    ]);
    await put(id, [25 * hourMs, 5], ...rows);
    const { points } = await readCounts(id);
    expect(points.length).toBeLessThanOrEqual(300);
    expect(points.length).toBeGreaterThan(150);
    expect(points[0]?.count).toBe(5);
    expect(points.filter(({ count }) => count === 99)).toHaveLength(1);
    expect(points.filter(({ count }) => count === null)).toHaveLength(1);
    expect(points.at(-1)?.count).toBe(1);
    const times = points.map(({ at }) => Date.parse(at));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('are complete while they are few', async () => {
    const { id } = await addTestServer(app);
    await put(id, ...Array.from({ length: 299 }, (_, n): [number, number] => [(300 - n) * 1000, n]));
    expect((await readCounts(id)).points).toHaveLength(299);
  });

  it('are stored when they change, with their time', async () => {
    const { id } = await addTestServer(app);
    for (const [agoMs, count] of [
      [5000, 3],
      [4000, 3],
      [3000, 4],
      [2000, 4],
      [1000, 3],
    ] as const)
      await storeCount(app.ctx, id, { at: ago(agoMs), count });
    expect((await readCounts(id)).points.map(({ count }) => count)).toEqual([3, 4, 3]);
  });

  it('that an agent buffered while it was offline come before the gap that was stored meanwhile', async () => {
    const { id } = await addTestServer(app);
    await put(id, [10 * minuteMs, 3], [minuteMs, null]);
    await storeCount(app.ctx, id, { at: ago(5 * minuteMs), count: 6 });
    await storeCount(app.ctx, id, { at: ago(0), count: 6 });
    expect((await readCounts(id)).points.map(({ count }) => count)).toEqual([3, 6, null, 6]);
  });

  it('are removed after 30 days, except the one that is still valid', async () => {
    const [busy, quiet] = await Promise.all([addTestServer(app), addTestServer(app)]);
    await put(busy.id, [40 * dayMs, 1], [35 * dayMs, 2], [31 * dayMs, 3], [29 * dayMs, 4]);
    await put(quiet.id, [90 * dayMs, 0]);
    await removeOldCounts(app.ctx);
    const { rows } = await app.ctx.db.execute('select server_id, count from player_counts order by at');
    expect(rows.filter((row) => row['server_id'] === busy.id).map((row) => row['count'])).toEqual([3, 4]);
    expect(rows.filter((row) => row['server_id'] === quiet.id).map((row) => row['count'])).toEqual([0]);
  });

  it.each(['0', '721', '1.5', 'x', ''])('of %j hours are refused with the field', async (hours) => {
    const { id } = await addTestServer(app);
    expect(await readCounts(id, hours)).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', details: { fields: [{ field: 'hours' }] } },
    });
  });

  it('of an unknown server are not found', async () => {
    expect(await readCounts('nowhere')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});
