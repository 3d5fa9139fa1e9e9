import { describe, expect, it, vi } from 'vitest';
import { createGame } from '../play/game.ts';
import { join } from '../play/presence.ts';
import { logLines, startServer, temporaryFolder } from '../simulated-server.fixture.ts';
import { createCasting } from './casting.ts';
import { createLife } from './life.ts';

type Course = { texts: string[]; counts: number[]; elapsedMs: number; areOthersUntouched: boolean };

/** Runs that many steps at once and returns what was recorded. */
function live(seed: string, steps: number): Course {
  const game = createGame({ id: 'x', name: 'X', game: 'asa', map: 'TheIsland_WP', seed, folder: temporaryFolder() });
  const texts: string[] = [];
  game.serverLog.record = (text) => void texts.push(text.replace(/Day \d+, [\d:]+/, 'Day'));
  game.screens.show = () => {};
  createCasting(seed, game);
  const population = { min: 3, max: 9 };
  const resident = createCasting(`${seed} resident`, game).cast({ name: 'Mira' });
  const life = createLife({ game, seed, population, residents: [resident], tribes: game.tribes });
  life.begin();
  const visitor = createCasting(`${seed} visitor`, game).cast({ name: 'Visitor' });
  join(game, visitor);
  let areOthersUntouched = true;
  const counts: number[] = [];
  let elapsedMs = 0;
  for (let step = 0; step < steps; step += 1) {
    elapsedMs += life.step();
    counts.push(game.roster.survivors().length - 2);
    areOthersUntouched &&= [resident, visitor].every(
      ({ playerId }) => game.roster.has(playerId) && !game.roster.isDead(playerId),
    );
  }
  game.timers.stop();
  return { texts, counts, elapsedMs, areOthersUntouched };
}

describe('the script', () => {
  it('runs the same course for the same seed, and another one for another', () => {
    const [first, second, other] = [live('a', 400), live('a', 400), live('b', 400)];
    expect(first.texts.length).toBeGreaterThan(200);
    expect(second).toEqual(first);
    expect(other.texts).not.toEqual(first.texts);
  });

  it('lets people come and go between the least and the most, and leaves residents and visitors alone', () => {
    const { counts, texts, areOthersUntouched } = live('a', 2_000);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(2);
    expect(Math.max(...counts)).toBeLessThanOrEqual(9);
    expect(new Set(counts).size).toBeGreaterThan(4);
    expect(areOthersUntouched).toBe(true);
    expect(texts.filter((text) => /\((Mira|Visitor)\):/.test(text))).toEqual([]);
  });

  it('looks alive: comings and goings, talk with replies, deaths, tames and building', () => {
    const { texts, elapsedMs } = live('a', 2_000);
    const perHour = (pattern: RegExp) => texts.filter((text) => pattern.test(text)).length / (elapsedMs / 3_600_000);
    expect(perHour(/(joined|left) this ARK!$/)).toBeGreaterThan(120);
    expect(perHour(/^.+ \(.+\): /)).toBeGreaterThan(150);
    for (const pattern of [/was killed/, /Tamed an? /, /demolished a '/, /^AdminCmd: /])
      expect(perHour(pattern)).toBeGreaterThan(5);
  });

  it('has odd names and odd messages in it', () => {
    const texts = ['a', 'b', 'c'].flatMap((seed) => live(seed, 2_000).texts).join('\n');
    for (const odd of ['<b>bold</b>', 'a", "; KickPlayer 1', 'first line\nsecond line', '🦖'])
      expect(texts).toContain(odd);
  }, 30_000);
});

it('drives a running server, brings the residents back, and starts over after a restart', async () => {
  const server = await startServer({
    population: { min: 2, max: 6 },
    residents: [{ playerId: '0002aabbccddeeff0011223344556677', name: 'Mira' }],
    timeScale: 2_000,
  });
  const mira = '0002aabbccddeeff0011223344556677';
  expect(server.survivors().map(({ name }) => name)).toContain('Mira');
  await vi.waitFor(() => expect(logLines(server).length).toBeGreaterThan(60));
  server.leave(mira);
  await vi.waitFor(() => expect(server.survivors().map(({ playerId }) => playerId)).toContain(mira));
  await server.restart();
  expect(server.survivors().length).toBeGreaterThanOrEqual(3);
  await server.stop();
  expect(server.survivors()).toEqual([]);
});
