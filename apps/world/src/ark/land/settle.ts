import { createSurvivor } from '../life/survivor-pool.ts';
import { lostTribeNames } from '../life/words.ts';
import type { Citizen } from '../play/census.ts';
import type { Game } from '../play/game.ts';
import { createTribe, logForTribe, type Tribe } from '../survivor.ts';
import { buildHouse, sideFor, type HousePlan } from './house.ts';
import { createSites, type Sites } from './sites.ts';
import type { Material } from './structure-kinds.ts';

const day = 86_400;

type Settling = { game: Game; sites: Sites };

/** The world as the first player finds it: tribes with bases, people on their own, and what others left behind. */
export function settle(game: Game, structures: number): void {
  const settling = { game, sites: createSites(game.land.random, game.map) };
  const living = [...game.tribes];
  for (const tribe of living) found(settling, tribe, { members: 3, sinceDays: [8, 60], awayDays: [0, 6] });
  for (const name of game.land.random.pick(lostTribeNames)) {
    const tribe = createTribe(game.land.random.int(1_000_000_000, 2_000_000_000), name, true);
    game.tribes.push(tribe);
    found(settling, tribe, { members: 2, sinceDays: [70, 100], awayDays: [22, 65] });
  }
  addHermits(settling);
  if (structures <= 0) return;
  const hermits = game.census.all().filter(({ survivor }) => !survivor.tribe);
  for (const hermit of hermits) raise(settling, planOf(settling, [hermit], 12));
  const share = (structures - game.land.size()) / (living.length + 1);
  for (const tribe of living) settleTribe(settling, tribe, share);
  for (const tribe of game.tribes.filter(({ isLost }) => isLost))
    raise(settling, planOf(settling, game.census.ofTribe(tribe), share / 2));
  bringHome(game);
}

type Founding = { members: number; sinceDays: [number, number]; awayDays: [number, number] };

/** Whoever founded it, with the lines that the game writes about that. */
function found({ game }: Settling, tribe: Tribe, { members, sinceDays, awayDays }: Founding): void {
  const { random } = game.land;
  const now = game.clock.firstSecond;
  const since = now - between(random.int, sinceDays);
  for (let index = 0; index < members; index += 1) {
    const survivor = { ...createSurvivor(random, game.game, []), tribe };
    game.census.note({ survivor, loginAt: now - between(random.int, awayDays), spot: undefined });
    const added = `${survivor.name} with ID ${survivor.arkId} was added to the Tribe!`;
    logForTribe(tribe, `${game.clock.text(since + index * 3_600)}: <RichColor Color="0, 1, 1, 1">${added}</>`);
    tribe.ownerArkId ??= survivor.arkId;
    if (index < 2) tribe.adminArkIds.push(survivor.arkId);
  }
}

/** People in no tribe, one of whom nobody has seen for long. */
function addHermits({ game }: Settling): void {
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
function settleTribe(settling: Settling, tribe: Tribe, structures: number): void {
  const members = settling.game.census.ofTribe(tribe);
  const { random } = settling.game.land;
  raise(settling, { ...planOf(settling, members, structures * 0.68), turrets: random.int(4, 10) });
  raise(settling, { ...planOf(settling, members, structures * 0.24), turrets: 2 });
  raise(settling, planOf(settling, members, structures * 0.06));
}

function raise({ game }: Settling, plan: HousePlan): void {
  buildHouse(game.land, plan);
}

function planOf({ game, sites }: Settling, owners: readonly Citizen[], structures: number): HousePlan {
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

/** Bodies lie where their owners built; those of the long gone are no more. */
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
