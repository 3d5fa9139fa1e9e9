import { expect, it, vi } from 'vitest';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { showAlive } from '../agents/intake.service.ts';
import type { LiveMessage } from '../events/events.service.ts';
import { endLostSessions } from '../journal/presence.service.ts';
import { listen, openGame, type Game } from '../players/players.fixture.ts';
import { createNotesTest, type Player } from './notes.fixture.ts';

const { app, flag, meet, newcomer, olive } = await createNotesTest();

const minuteMs = 60 * 1000;
const published = listen(app, 'players.watched');

const joins = (player: Player): LiveMessage[] =>
  published.filter(({ event, data }) => event === 'joined' && (data as { playerId: string }).playerId === player.id);

const report = (...players: Player[]) => ({ type: 'players.online', data: { players }, at: app.ctx.clock() }) as const;

const isOffline = async (game: Game) =>
  vi.waitFor(async () => {
    const url = `/api/ark/servers/${game.id}/details`;
    const { data } = (await app.http.inject({ url, headers: olive.headers })).json<{ data: { state: string } }>();
    expect(data.state).toBe('offline');
  });

it('lists the watched to Admins at every change', async () => {
  const { player } = await meet('Max');
  await flag(olive, player, { watch: true });
  await vi.waitFor(() => expect(published.at(-1)).toMatchObject({ event: 'changed', data: [player.id] }));
  await flag(olive, player, { trusted: true });
  await flag(olive, player, { watch: false });
  await vi.waitFor(() => expect(published.at(-1)).toMatchObject({ event: 'changed', data: [] }));
  expect(published.filter(({ event }) => event === 'changed')).toHaveLength(2);
});

it('announces each time that a watched player joins, and nobody else', async () => {
  const { player, game } = await meet('Nia');
  const other = newcomer('Otto');
  await flag(olive, player, { watch: true });
  await game.online(player, other);
  expect(joins(player)).toEqual([]);
  app.passMs(minuteMs);
  await game.online(other);
  app.passMs(minuteMs);
  await game.online({ ...player, name: 'Nia <b>' }, other);
  await vi.waitFor(() => expect(joins(player)).toHaveLength(1));
  expect(joins(player)[0]?.data).toMatchObject({
    name: 'Nia <b>',
    server: { id: game.id, name: game.name },
    at: expect.any(String) as string,
  });
  await game.online({ ...player, name: 'Renamed' }, other);
  const elsewhere = await openGame(app, { players: [player] });
  await vi.waitFor(() => expect(joins(player)).toHaveLength(2));
  expect(joins(player)[1]?.data).toMatchObject({ server: { id: elsewhere.id } });
  expect(joins(other)).toEqual([]);
});

it('announces a visit once, also where an agent reports several at once', async () => {
  const { player, game } = await meet('Pia');
  const last = newcomer('Last');
  await game.online(player, last);
  for (const watched of [player, last]) await flag(olive, watched, { watch: true });
  await game.online(player);
  app.passMs(minuteMs);
  await game.agent.sendEvents(report(), report(player), report(), report(player));
  await game.online(player, last);
  await vi.waitFor(() => expect(joins(last)).toHaveLength(1));
  expect(joins(player)).toHaveLength(1);
});

it('does not announce again those who are still there when an agent comes back', async () => {
  const [player, later] = [newcomer('Quin'), newcomer('Rob')];
  const server = await addTestServer(app);
  let game = await openGame(app, { server, players: [player, later] });
  for (const watched of [player, later]) await flag(olive, watched, { watch: true });
  app.passMs(10 * minuteMs);
  await game.online(player);
  app.passMs(10 * minuteMs);
  await game.agent.close();
  await isOffline(game);
  app.passMs(5 * minuteMs);
  await showAlive(app.ctx, 'this portal');
  await endLostSessions(app.ctx);
  game = await openGame(app, { server, players: [player, later] });
  // Rob was seen leaving, so he joined while the agent was away.
  await vi.waitFor(() => expect(joins(later)).toHaveLength(1));
  expect(joins(player)).toEqual([]);
  await game.agent.close();
  await isOffline(game);
  app.passMs(3 * 60 * minuteMs);
  await showAlive(app.ctx, 'this portal');
  await endLostSessions(app.ctx);
  await openGame(app, { server, players: [player] });
  await vi.waitFor(() => expect(joins(player)).toHaveLength(1));
});
