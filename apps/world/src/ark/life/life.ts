import type { Game } from '../play/game.ts';
import type { GameThread } from '../play/game-thread.ts';
import { join } from '../play/presence.ts';
import { createRandom, type Random } from '../random.ts';
import type { Survivor, Tribe } from '../survivor.ts';
import { activities, comeIn } from './activities.ts';
import { actors, type Population, type Scene } from './scene.ts';
import { createSurvivor } from './survivor-pool.ts';

/** The script by which people come, go, talk, build and die. One seed, one course of events. */
export type Life = {
  /** The first players join. */
  begin: () => void;
  /** Performs the next activity and returns how long to wait for the one after it. */
  step: () => number;
};

type LifeOptions = {
  game: Game;
  seed: string;
  population: Population;
  residents: readonly Survivor[];
  tribes: readonly Tribe[];
};

/** How many players have ever played here for each one that can be online. */
const poolFactor = 2.5;

export function createLife({ game, seed, population, residents, tribes }: LifeOptions): Life {
  const random = createRandom(`${seed} life`);
  const poolSize = Math.ceil(population.max * poolFactor);
  const pool = Array.from({ length: poolSize }, () => createSurvivor(random, game.game, tribes));
  for (const survivor of pool) game.census.note({ survivor, loginAt: lastLogin(game, random), spot: undefined });
  const goal = random.int(population.min, population.max);
  const scene: Scene = { game, random, population, goal, pool, residents, talk: undefined };
  const agenda = Object.values(activities).map((activity) => ({ activity, dueMs: random.int(...activity.everyMs) }));
  let nowMs = 0;

  return {
    begin: () => {
      for (const resident of residents) join(game, resident);
      for (let attempt = 0; attempt < pool.length && actors(scene).length < scene.goal; attempt += 1) comeIn(scene);
    },
    step: () => {
      const next = agenda.reduce((first, entry) => (entry.dueMs < first.dueMs ? entry : first));
      nowMs = next.dueMs;
      next.dueMs += random.int(...next.activity.everyMs);
      next.activity.act(scene);
      return Math.min(...agenda.map(({ dueMs }) => dueMs)) - nowMs;
    },
  };
}

/** Some time in the last few days. */
function lastLogin({ clock }: Game, random: Random): number {
  return clock.firstSecond - random.int(600, 5 * 86_400);
}

/** One timer drives it; a stalled game waits. */
export function runLife(life: Life, game: Game, thread: GameThread, waitMs = 0): void {
  game.timers.after(waitMs, () => thread.run(() => runLife(life, game, thread, life.step())));
}
