import { afterEach, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../../context.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { noteOnlineChange, startAnnouncing } from './online-changes.service.ts';
import { alice, bob, listen, openGame } from './players.fixture.ts';

const app = await createTestApp();
const announced = listen(app, 'people.online');

/** Messages of the bus arrive in microtasks. */
const settle = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

describe('the announcement that someone came or left', () => {
  afterEach(() => vi.useRealTimers());

  it('is made at once, then at most twice a second, and never lost', async () => {
    vi.useFakeTimers();
    const heard: unknown[] = [];
    const bus = { ...app.ctx.bus, publish: (_: string, data: unknown) => void heard.push(data) };
    const stop = startAnnouncing({ ...app.ctx, bus });
    const change = async (count: number) => {
      for (let n = 0; n < count; n += 1) noteOnlineChange(app.ctx);
      await settle();
    };
    await change(1);
    expect(heard).toHaveLength(1);
    for (let ms = 0; ms < 5_000; ms += 10) {
      await change(10);
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(heard.length).toBeGreaterThanOrEqual(10);
    expect(heard.length).toBeLessThanOrEqual(11);
    await change(1);
    const before = heard.length;
    await vi.advanceTimersByTimeAsync(500);
    expect(heard.length).toBe(before + 1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(heard.length).toBe(before + 1);
    stop();
    await change(1);
    expect(heard.length).toBe(before + 1);
  });

  it('waits for the commit, and is one for all changes of a transaction', async () => {
    const changes: unknown[] = [];
    const stop = app.ctx.bus.subscribe(app.ctx.state.players.onlineChangeSubject, (data) => void changes.push(data));
    await inTransaction(app.ctx, async (ctx) => {
      for (let n = 0; n < 100; n += 1) noteOnlineChange(ctx);
      await settle();
      expect(changes).toEqual([]);
    });
    await settle();
    expect(changes).toHaveLength(1);
    await expect(
      inTransaction(app.ctx, async (ctx) => {
        noteOnlineChange(ctx);
        await ctx.db.execute('select 1/0');
      }),
    ).rejects.toThrow('select 1/0');
    await settle();
    expect(changes).toHaveLength(1);
    stop();
  });

  it('follows who comes, leaves and is out of reach, but not a report without news', async () => {
    const changes: unknown[] = [];
    const game = await openGame(app, { players: [alice] });
    const stop = app.ctx.bus.subscribe(app.ctx.state.players.onlineChangeSubject, (data) => void changes.push(data));
    await game.online(alice);
    expect(changes).toHaveLength(0);
    await game.online(alice, bob);
    await expect.poll(() => changes).toHaveLength(1);
    await game.online(bob);
    await expect.poll(() => changes).toHaveLength(2);
    await game.state('down');
    await expect.poll(() => changes).toHaveLength(3);
    await game.agent.close();
    await expect.poll(() => changes).toHaveLength(4);
    stop();
    expect(announced.at(-1)).toEqual({ channel: 'people.online', topic: 'people.online', event: 'changed', data: {} });
  });
});
