import { build, kill, raid, tame } from '../play/deeds.ts';
import { join, leave } from '../play/presence.ts';
import { adminCommand, say } from '../play/speech.ts';
import { actors, type Scene } from './scene.ts';
import { oddMessages, topics } from './small-talk.ts';
import { creatures, goods, hunters, places, structures } from './words.ts';

type Activity = { everyMs: readonly [number, number]; act: (scene: Scene) => void };

const oddMessageChance = 0.04;
const replyChance = 0.6;

/** What goes on, and how often on one server. */
export const activities = {
  comeAndGo: { everyMs: [10_000, 30_000], act: comeOrGo },
  changeOfMood: {
    everyMs: [240_000, 600_000],
    act: (scene) => {
      scene.goal = scene.random.int(scene.population.min, scene.population.max);
    },
  },
  talk: { everyMs: [5_000, 15_000], act: talk },
  dying: {
    everyMs: [50_000, 140_000],
    act: (scene) =>
      withSomeone(scene, ({ game, random }, playerId) =>
        kill(
          game,
          playerId,
          random.chance(0.85) ? { name: random.pick(hunters), level: random.int(4, 150) } : undefined,
        ),
      ),
  },
  taming: {
    everyMs: [40_000, 90_000],
    act: (scene) =>
      withSomeone(scene, ({ game, random }, playerId) =>
        tame(game, playerId, { name: random.pick(creatures), level: random.int(4, 224) }),
      ),
  },
  building: {
    everyMs: [12_000, 40_000],
    act: (scene) =>
      withSomeone(scene, ({ game, random }, playerId) =>
        build(game, playerId, random.pick(structures), random.chance(0.3)),
      ),
  },
  fighting: {
    everyMs: [150_000, 500_000],
    act: (scene) =>
      withSomeone(scene, ({ game, random }, playerId) => {
        const { tribe } = game.roster.find(playerId) ?? {};
        const others = actors(scene).filter(
          (other) => other.playerId !== playerId && (!tribe || other.tribe !== tribe),
        );
        if (others.length > 0) kill(game, playerId, random.pick(others).playerId);
      }),
  },
  raiding: { everyMs: [400_000, 1_200_000], act: ({ game }) => raid(game) },
  ruling: {
    everyMs: [200_000, 500_000],
    act: (scene) => withSomeone(scene, ({ game }, playerId) => adminCommand(game, playerId, 'showAdminManager')),
  },
} satisfies Record<string, Activity>;

export function comeOrGo(scene: Scene): void {
  const { game, random, population, goal } = scene;
  for (const resident of scene.residents) join(game, resident);
  const online = actors(scene);
  const share = online.length < goal ? 0.8 : 0.25;
  const isComing = online.length <= population.min || (online.length < population.max && random.chance(share));
  if (isComing) comeIn(scene);
  else if (online.length > 0) leave(game, random.pick(online).playerId);
}

/** Banned players try in vain. */
export function comeIn({ game, random, pool }: Scene): void {
  const away = pool.filter(({ playerId }) => !game.roster.has(playerId));
  if (away.length > 0) join(game, random.pick(away));
}

function talk(scene: Scene): void {
  const { random, game, population } = scene;
  if (population.isQuiet) return;
  const online = actors(scene).filter(({ playerId }) => !game.roster.isDead(playerId));
  if (online.length < 2 || !random.chance(online.length / 4)) return;
  const speaker = random.pick(online);
  if (random.chance(oddMessageChance)) {
    say(game, speaker.playerId, random.pick(oddMessages));
    return;
  }
  const last = scene.talk && scene.talk.name !== speaker.name && random.chance(replyChance) ? scene.talk : undefined;
  const topic = last?.topic ?? random.pick(topics);
  const line = random.pick(last ? topic.replies : topic.opens);
  say(game, speaker.playerId, fill(scene, line));
  scene.talk = { topic, name: speaker.name };
}

function fill({ random, talk }: Scene, line: string): string {
  const words = {
    creature: () => random.pick(creatures),
    level: () => String(random.int(5, 150)),
    place: () => random.pick(places),
    goods: () => random.pick(goods),
    name: () => talk?.name ?? 'someone',
  } satisfies Record<string, () => string>;
  return line.replaceAll(/\{(creature|level|place|goods|name)\}/g, (_, word: keyof typeof words) => words[word]());
}

function withSomeone(scene: Scene, act: (scene: Scene, playerId: string) => void): void {
  const online = actors(scene);
  if (online.length > 0) act(scene, scene.random.pick(online).playerId);
}
