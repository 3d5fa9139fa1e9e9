import { createSurvivor } from '../life/survivor-pool.ts';
import { lostTribeNames } from '../life/words.ts';
import type { Citizen } from '../play/census.ts';
import type { Game } from '../play/game.ts';
import { createTribe, logForTribe, type Survivor, type Tribe } from '../survivor.ts';
import { buildHouse, sideFor, type HousePlan } from './house.ts';
import { createSites, type Sites } from './sites.ts';
import type { Material } from './structure-kinds.ts';

const day = 86_400;
const creaturesPerStructure = 1.3;

type Settlers = { game: Game; sites: Sites };

/** Builds the world as the first player finds it: tribes with bases, players without a tribe, and abandoned bases. */
export function buildSettlements(game: Game, structures: number): void {
  const settlers = { game, sites: createSites(game.land.random, game.map) };
  const living = [...game.tribes];
  for (const tribe of living) found(settlers, tribe, { members: 3, sinceDays: [8, 60], awayDays: [0, 6] });
  for (const name of game.land.random.pick(lostTribeNames)) {
    const tribe = createTribe(game.land.random.int(1_000_000_000, 2_000_000_000), name, true);
    game.tribes.push(tribe);
    found(settlers, tribe, { members: 2, sinceDays: [70, 100], awayDays: [22, 65] });
  }
  addHermits(settlers);
  if (structures <= 0) return;
  game.land.wildlife += Math.round(structures * creaturesPerStructure);
  const hermits = game.census.all().filter(({ survivor }) => !survivor.tribe);
  for (const hermit of hermits) raise(settlers, planOf(settlers, [hermit], 12));
  const share = (structures - game.land.size()) / (living.length + 1);
  for (const tribe of living) settleTribe(settlers, tribe, share);
  for (const tribe of game.tribes.filter(({ isLost }) => isLost))
    raise(settlers, planOf(settlers, game.census.ofTribe(tribe), share / 2));
  bringHome(game);
}

type Founding = { members: number; sinceDays: [number, number]; awayDays: [number, number] };

/** Adds the founders of a tribe, with the log lines that the game writes about them. */
function found({ game }: Settlers, tribe: Tribe, { members, sinceDays, awayDays }: Founding): void {
  const { random } = game.land;
  const now = game.clock.firstSecond;
  const since = now - between(random.int, sinceDays);
  for (let index = 0; index < members; index += 1) {
    const survivor = { ...createFounder(game, tribe), tribe };
    game.census.note({ survivor, loginAt: now - between(random.int, awayDays), spot: undefined });
    const added = `${survivor.name} was added to the Tribe!`;
    logForTribe(tribe, `${game.clock.text(since + index * 3_600)}: <RichColor Color="0, 1, 1, 1">${added}</>`);
    tribe.ownerArkId ??= survivor.arkId;
    if (index < 2) tribe.adminArkIds.push(survivor.arkId);
  }
}

/** The tribe log would seem to say the same twice if two of them had one name. */
function createFounder({ land, game, census }: Game, tribe: Tribe): Survivor {
  const names = new Set(census.ofTribe(tribe).map(({ survivor }) => survivor.name));
  for (;;) {
    const survivor = createSurvivor(land.random, game, []);
    if (!names.has(survivor.name)) return survivor;
  }
}

/** Players without a tribe, one of whom has been offline for weeks. */
function addHermits({ game }: Settlers): void {
  const { random } = game.land;
  for (const awayDays of [
    [0, 3],
    [1, 6],
    [35, 60],
  ] as const) {
    const survivor = { ...createSurvivor(random, game.game, []), tribe: undefined };
    const loginAt = game.clock.firstSecond - between(random.int, awayDays);
    game.census.note({ survivor, loginAt, spot: undefined });
  }
}

/** A large base, a small one and an outpost. */
function settleTribe(settlers: Settlers, tribe: Tribe, structures: number): void {
  const members = settlers.game.census.ofTribe(tribe);
  const { random } = settlers.game.land;
  raise(settlers, { ...planOf(settlers, members, structures * 0.68), turrets: random.int(4, 10) });
  raise(settlers, { ...planOf(settlers, members, structures * 0.24), turrets: 2 });
  raise(settlers, planOf(settlers, members, structures * 0.06));
}

function raise({ game }: Settlers, plan: HousePlan): void {
  buildHouse(game.land, plan);
}

function planOf({ game, sites }: Settlers, owners: readonly Citizen[], structures: number): HousePlan {
  const { random } = game.land;
  const now = game.clock.firstSecond;
  const lastSeen = Math.max(...owners.map(({ loginAt }) => loginAt));
  const side = sideFor(structures);
  const width = Math.max(1, side + random.int(-1, 1));
  return {
    spot: sites.next(),
    material: materialFor(random.next(), structures),
    width,
    depth: Math.max(1, Math.round(side ** 2 / width)),
    turrets: 0,
    tribe: owners[0]?.survivor.tribe,
    builders: owners.map(({ survivor }) => survivor),
    builtAt: lastSeen - between(random.int, [1, 30]),
    damage: now - lastSeen > 14 * day ? 0.4 : 0.08,
  };
}

function materialFor(dice: number, structures: number): Material {
  if (structures < 20) return dice < 0.5 ? 'thatch' : 'wood';
  if (structures < 120) return dice < 0.5 ? 'wood' : 'stone';
  return dice < 0.6 ? 'stone' : 'metal';
}

/** Bodies lie where their owners built; those of players who left long ago have decayed. */
function bringHome({ census, clock, land }: Game): void {
  for (const citizen of census.all()) {
    const { survivor, loginAt } = citizen;
    const own = land.ofTeam(survivor.tribe?.id ?? survivor.arkId);
    if (clock.firstSecond - loginAt < 14 * day && own.length > 0) citizen.spot = { ...land.random.pick(own).spot };
  }
}

function between(int: (min: number, max: number) => number, [min, max]: readonly [number, number]): number {
  return int(min * day, max * day);
}
