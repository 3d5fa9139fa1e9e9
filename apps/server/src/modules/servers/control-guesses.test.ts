import { describe, expect, it } from 'vitest';
import { createTestUser, type TestUser } from '../../testing/test-users.ts';
import { startControlTest } from './control.fixture.ts';

const { app, ask, confirm, createPlayer, linkTo, openServer } = await startControlTest();

const minuteMs = 60_000;
const wrong = 'AAAA-AAAA';

type Server = Awaited<ReturnType<typeof openServer>>;

/** Everyone guesses as often as the portal lets them, at once; returns how many guesses were compared. */
async function attack(server: Server, people: TestUser[]): Promise<number> {
  const rounds = people.map(async (user) => {
    let compared = 0;
    for (let code = 0; code < 2; code += 1) {
      await ask(server.id, user);
      const replies = await Promise.all(Array.from({ length: 6 }, () => confirm(server.id, user, wrong)));
      compared += replies.filter(({ error }) => error?.startsWith('This code is wrong')).length;
    }
    return compared;
  });
  return (await Promise.all(rounds)).reduce((sum, count) => sum + count, 0);
}

describe('guessing at the control of a server', () => {
  it('is not possible with accounts that have no tie, however many', async () => {
    const server = await openServer();
    const strangers = await Promise.all(Array.from({ length: 5 }, () => createTestUser(app)));
    expect(await attack(server, strangers)).toBe(0);
    expect(server.shown).toEqual([]);
  });

  it('gets few guesses an hour from many players, and the operator still gets through', async () => {
    const server = await openServer();
    const players = await Promise.all(Array.from({ length: 3 }, () => createPlayer(server.id)));
    const operator = await createPlayer(server.id);
    let compared = 0;
    for (let minute = 0; minute < 60; minute += 20) {
      compared += await attack(server, players);
      app.passMs(20 * minuteMs);
    }
    // Five of their own for each, and what the rising pause lets through for all of them together.
    expect(compared).toBeGreaterThanOrEqual(5 * players.length);
    expect(compared).toBeLessThanOrEqual(5 * players.length + 8);
    expect(await attack(server, players)).toBeLessThanOrEqual(5 * players.length + 1);
    expect(await ask(server.id, operator)).toMatchObject({ status: 200 });
    for (let i = 0; i < 4; i += 1)
      expect(await confirm(server.id, operator, wrong)).toMatchObject({ code: 'INVALID_CODE' });
    expect(await confirm(server.id, operator, server.shown.at(-1) ?? '')).toMatchObject({ status: 200 });
  });

  it('makes users who have used up their guesses wait longer each time, and says how long', async () => {
    const server = await openServer();
    const user = await createPlayer(server.id);
    await ask(server.id, user);
    for (let i = 0; i < 5; i += 1) await confirm(server.id, user, wrong);
    const waits: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      const refused = await ask(server.id, user);
      expect(refused).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
      const waitS = refused.details.retryAfterS ?? 0;
      waits.push(waitS);
      app.passMs(waitS * 1000);
      expect(await ask(server.id, user)).toMatchObject({ status: 200 });
      expect(await confirm(server.id, user, wrong)).toMatchObject({ details: { triesLeft: 4 } });
      expect(await confirm(server.id, user, wrong)).toMatchObject({ status: 429 });
    }
    expect(waits).toEqual([60, 120, 240]);
    app.passMs(8 * minuteMs);
    await ask(server.id, user);
    expect(await confirm(server.id, user, server.shown.at(-1) ?? '')).toMatchObject({ status: 200 });
  });

  it('gains nothing by linking one character to one account after another', async () => {
    const server = await openServer();
    const playerId = '76561198000000002';
    let compared = 0;
    for (let i = 0; i < 4; i += 1) {
      const user = await createTestUser(app);
      await app.ctx.db.execute(`delete from linked_players where player_id = '${playerId}'`);
      await linkTo(server.id, user, playerId);
      compared += await attack(server, [user]);
    }
    expect(compared).toBeLessThanOrEqual(6);
    expect(server.shown.length).toBeLessThanOrEqual(6);
  });

  it('counts no guess for a code that does not exist, is expired or used', async () => {
    const server = await openServer();
    const user = await createPlayer(server.id);
    for (let i = 0; i < 8; i += 1)
      expect(await confirm(server.id, user, wrong)).toMatchObject({ code: 'INVALID_CODE' });
    await ask(server.id, user);
    expect(await confirm(server.id, user, server.shown.at(-1) ?? '')).toMatchObject({ status: 200 });
  });
});

describe('the console of the agent', () => {
  it("is not flooded by players, and still shows the operator's first codes", async () => {
    const server = await openServer();
    const players = await Promise.all(Array.from({ length: 5 }, () => createPlayer(server.id)));
    await Promise.all(players.flatMap((user) => Array.from({ length: 5 }, () => ask(server.id, user))));
    // Two for each of them, ten more for all.
    expect(server.shown.length).toBe(2 * players.length + 10);
    const operator = await createPlayer(server.id);
    for (let i = 0; i < 2; i += 1) expect(await ask(server.id, operator)).toMatchObject({ status: 200 });
    expect(await ask(server.id, operator)).toMatchObject({ status: 429 });
    expect(await confirm(server.id, operator, server.shown.at(-1) ?? '')).toMatchObject({ status: 200 });
  });

  it('shows a code that no one else’s request invalidates', async () => {
    const server = await openServer();
    const [operator, other] = [await createPlayer(server.id), await createPlayer(server.id)];
    await ask(server.id, operator);
    const [code = ''] = server.shown;
    await attack(server, [other]);
    expect(await confirm(server.id, other, code)).not.toMatchObject({ status: 200 });
    expect(await confirm(server.id, operator, code)).toMatchObject({ status: 200 });
  });
});
