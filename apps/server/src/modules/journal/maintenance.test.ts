import { describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { alice, bob, openGame } from '../players/players.fixture.ts';
import { maintainJournal } from './maintenance.service.ts';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** As the job does it; where that is at it, after that. */
async function maintain({ ctx }: TestApp, settings: Partial<TestApp['ctx']['config']> = {}): Promise<void> {
  await vi.waitUntil(() => maintainJournal({ ...ctx, config: { ...ctx.config, ...settings } }));
}

const died = (app: TestApp, text: string) =>
  ({ type: 'game.event', at: app.ctx.clock(), data: { kind: 'died', text, player: alice } }) as const;

async function textsOf({ ctx }: TestApp, serverId: string): Promise<unknown[]> {
  const { rows } = await ctx.db.execute(
    `select text from journal where server_id = '${serverId}' and text <> '' order by at, id`,
  );
  return rows.map(({ text }) => text);
}

async function sessionsOf({ ctx }: TestApp, serverId: string): Promise<unknown[]> {
  const { rows } = await ctx.db.execute(
    `select name, ended_at is null as is_open from play_sessions where server_id = '${serverId}' order by began_at, name`,
  );
  return rows;
}

describe('the journal', () => {
  it('forgets events and finished sessions that are older than JOURNAL_DAYS, and nothing else', async () => {
    const app = await createTestApp({ JOURNAL_DAYS: '100' });
    await maintain(app);
    const game = await openGame(app, { players: [alice, bob] });
    await game.agent.sendEvents(died(app, 'old'));
    app.passMs(hourMs);
    await game.online(bob);
    app.passMs(60 * dayMs);
    await game.agent.sendEvents(died(app, 'newer'));
    await maintain(app);
    expect(await textsOf(app, game.id)).toEqual(['old', 'newer']);
    // A partition goes as a whole, and has up to 30 days.
    app.passMs(80 * dayMs);
    await maintain(app);
    expect(await textsOf(app, game.id)).toEqual(['newer']);
    // Who is still there came before that, too.
    expect(await sessionsOf(app, game.id)).toEqual([{ name: 'Bob', is_open: true }]);
  });

  it('drops the oldest events when all of them are larger than JOURNAL_MAX_MB', async () => {
    const app = await createTestApp({ JOURNAL_DAYS: '100' });
    await maintain(app);
    const game = await openGame(app);
    await game.agent.sendEvents(died(app, 'old'));
    await app.ctx.db.execute(`insert into journal (at, server_id, kind, is_tribe_log, text)
      select at, server_id, kind, false, text from journal cross join generate_series(1, 30000) where text = 'old'`);
    app.passMs(30 * dayMs);
    await maintain(app);
    await game.agent.sendEvents(died(app, 'newer'));
    expect((await textsOf(app, game.id)).length).toBeGreaterThan(30_000);
    await maintain(app, { JOURNAL_MAX_MB: 2 });
    expect(await textsOf(app, game.id)).toEqual(['newer']);
  });

  it('takes in events of a time that has no partition yet', async () => {
    const app = await createTestApp();
    const game = await openGame(app);
    app.passMs(90 * dayMs);
    await game.agent.sendEvents(died(app, 'much later'));
    expect(await textsOf(app, game.id)).toEqual(['much later']);
  });

  it('forgets servers that were removed', async () => {
    const app = await createTestApp();
    const games = [await openGame(app), await openGame(app), await openGame(app)] as const;
    for (const game of games) await game.agent.sendEvents(died(app, game.name));
    await app.ctx.db.execute(`delete from servers where id = '${games[1].id}'`);
    await maintain(app);
    expect(await Promise.all(games.map(({ id }) => textsOf(app, id)))).toEqual([[games[0].name], [], [games[2].name]]);
  });
});
