import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { createTestUser } from '../../testing/test-users.ts';
import { putCounts } from './counts.store.ts';

type Trend = { id: string; counts: (number | null)[] };
type Reply = { code: string; data: Trend[]; details: { fields: { field: string }[] } };

const app = await createTestApp();
const user = await createTestUser(app);
const minuteMs = 60_000;

const put = (serverId: string, ...rows: [minutesAgo: number, count: number | null][]) =>
  putCounts(
    app.ctx.db,
    rows.map(([minutesAgo, count]) => {
      return { serverId, at: new Date(app.ctx.clock().getTime() - minutesAgo * minuteMs), count };
    }),
  );

const of = (value: number | null, times: number) => Array.from({ length: times }, () => value);

async function read(serverIds: string, headers: Record<string, string> = user.headers) {
  const reply = await app.http.inject({ url: `/api/ark/playerCounts?serverIds=${serverIds}`, headers });
  return { status: reply.statusCode, ...reply.json<Reply>() };
}

describe('player counts of several servers', () => {
  it('are 48 equally spaced values that end now, unknown where they are', async () => {
    const [busy, quiet, silent] = [await addTestServer(app), await addTestServer(app), await addTestServer(app)];
    // Values are taken every 30 minutes: one that came and went in between does not show.
    await put(busy.id, [10 * 60 + 1, 5], [9 * 60 + 1, null], [8 * 60 + 1, 2], [70, 9], [65, 3], [1, 4]);
    await put(quiet.id, [40 * 24 * 60, 7]);
    const { status, data } = await read([busy.id, quiet.id, silent.id, 'nowhere', busy.id].join(','));
    expect(status).toBe(200);
    const counts = new Map(data.map((trend) => [trend.id, trend.counts]));
    expect([...counts.keys()].toSorted()).toEqual([busy.id, quiet.id, silent.id].toSorted());
    expect(counts.get(busy.id)).toEqual([...of(null, 27), ...of(5, 2), ...of(null, 2), ...of(2, 14), ...of(3, 2), 4]);
    expect(counts.get(quiet.id)).toEqual(of(7, 48));
    expect(counts.get(silent.id)).toEqual(of(null, 48));
  });

  it('are for users', async () => {
    expect((await read('a', {})).status).toBe(401);
  });

  it.each([
    ['none', ''],
    ['an empty one', 'a,,b'],
    ['61', Array.from({ length: 61 }, (_, n) => `s${n}`).join(',')],
    ['one that is too long', 'x'.repeat(65)],
  ])('are refused for %s, with the field', async (_, serverIds) => {
    const reply = await read(serverIds);
    expect(reply).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
    expect(reply.details.fields[0]?.field).toMatch(/^serverIds/);
  });

  it('are answered for 60 servers', async () => {
    const ids = Array.from({ length: 60 }, (_, n) => `s${n}`).join(',');
    expect(await read(ids)).toMatchObject({ status: 200, data: [] });
  });
});
