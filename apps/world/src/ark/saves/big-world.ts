import { createSites } from '../land/sites.ts';
import type { Spot, Structure } from '../land/structure.ts';
import { allKinds } from '../land/structure-kinds.ts';
import { createSurvivor } from '../life/survivor-pool.ts';
import { createCensus, type Census } from '../play/census.ts';
import type { GameName } from '../games.ts';
import { createRandom } from '../random.ts';
import { createTribe, type Tribe } from '../survivor.ts';
import { writeCreatureData, writeStructureData } from './object-data.ts';
import type { WorldObject } from './world-object.ts';

export type BigWorldOptions = {
  game: GameName;
  structures: number;
  seed: string;
  /** So much of it, from 0 to 1, is not as it was at first: the same world some time later. */
  changedShare: number;
};

export type BigWorld = {
  map: string;
  gameTime: number;
  tribes: Tribe[];
  census: Census;
  count: number;
  /** One after another; none is kept. */
  objects: () => Generator<WorldObject>;
  /** The place of an object in the list, told by its key. */
  placeOf: (key: string) => number;
};

const tribeCount = 60;
const membersPerTribe = 4;
const structuresPerBase = 400;
const creaturesPerStructure = 0.05;
const basesWide = 20;
const tile = 300;
const neighbourSteps = [1, -1, basesWide, -basesWide, 2, -2, basesWide + 1, -basesWide - 1];
const dyes = [1, 5, 9, 14, 22, 31];
const gameTime = 112_000_000;

/** A world far larger than the demo's, for measuring. Everything follows from the seed and a number. */
export function createBigWorld({ game, structures, seed, changedShare }: BigWorldOptions): BigWorld {
  const random = createRandom(`${seed} big`);
  const map = game === 'asa' ? 'TheIsland_WP' : 'TheIsland';
  const census = createCensus();
  const tribes = Array.from({ length: tribeCount }, (_, index) => {
    const tribe = createTribe(1_000_000_000 + index, `Tribe number ${index}`);
    for (let member = 0; member < membersPerTribe; member += 1) {
      const survivor = { ...createSurvivor(random, game, []), tribe };
      census.note({ survivor, loginAt: gameTime - random.int(0, 5_000_000), spot: undefined });
      tribe.ownerArkId ??= survivor.arkId;
    }
    return tribe;
  });
  const builders = tribes.map((tribe) => census.ofTribe(tribe).map(({ survivor }) => survivor));
  const sites = createSites(random, map);
  const bases = Array.from({ length: Math.ceil(structures / structuresPerBase) }, () => sites.next());
  const creatures = Math.floor(structures * creaturesPerStructure);
  const salt = random.int(0, 2 ** 31);
  const keyOf = (place: number) => keyFrom(place, salt);

  const structureAt = (place: number): Structure => {
    const base = Math.floor(place / structuresPerBase);
    const kind = pick(allKinds, mix(place, salt));
    // Spread evenly, and exactly so many.
    const isChanged = Math.floor((place + 1) * changedShare) > Math.floor(place * changedShare);
    return {
      id: place + 1,
      uuid: keyOf(place),
      kind,
      tribe: tribes[base % tribes.length],
      builder: pick(builders[base % tribes.length] ?? [], mix(place, salt + 2)),
      spot: spotIn(bases[base], place % structuresPerBase),
      builtAt: gameTime - 4_000_000 + place,
      health: isChanged ? kind.maxHealth / 2 : kind.maxHealth,
      name: kind.nameProperty && place % 3 === 0 ? `Box ${place}` : undefined,
      neighbours: neighbourSteps.map((step) => keyOf((place + step + structures) % structures)),
      colours: dyes,
    };
  };

  return {
    map,
    gameTime,
    tribes,
    census,
    count: structures + creatures,
    placeOf: (key) => Number.parseInt(key.slice(-8), 16),
    *objects() {
      for (let place = 0; place < structures; place += 1) yield structureObject(structureAt(place));
      for (let place = structures; place < structures + creatures; place += 1)
        yield creatureObject(place, keyOf(place), spotIn(bases[place % bases.length], place % structuresPerBase));
    },
  };
}

function structureObject(structure: Structure): WorldObject {
  const { kind, uuid, id, spot } = structure;
  return {
    key: uuid,
    className: kind.className,
    directory: kind.directory,
    role: 'actor',
    names: [`${kind.className}_${id}`],
    spot,
    write: (list) => writeStructureData(list, structure, '2026.02.05-06.49.55'),
  };
}

function creatureObject(place: number, key: string, spot: Spot): WorldObject {
  const className = 'Dodo_Character_BP_C';
  return {
    key,
    className,
    directory: '/Game/PrimalEarth/Dinos/Dodo',
    role: 'character',
    names: [`${className}_${place}`],
    spot,
    write: (list) => writeCreatureData(list, place, 1 + (place % 150)),
  };
}

function spotIn(base: Spot | undefined, index: number): Spot {
  const { x = 0, y = 0, z = 0 } = base ?? {};
  return { x: x + (index % basesWide) * tile, y: y + Math.floor(index / basesWide) * tile, z, yaw: 0 };
}

/** Looks like any other id, and yet tells the place at its end. */
function keyFrom(place: number, salt: number): string {
  const part = (step: number) =>
    mix(place, salt + step)
      .toString(16)
      .padStart(8, '0');
  return `${part(3)}${part(4)}${part(5)}${place.toString(16).padStart(8, '0')}`;
}

/** A number below 2^32 that belongs to these two. */
function mix(place: number, salt: number): number {
  let value = Math.imul(place ^ salt, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  value = Math.imul(value ^ (value >>> 12), 0x297a2d39);
  return (value ^ (value >>> 15)) >>> 0;
}

function pick<T>(items: readonly T[], dice: number): T {
  const item = items[dice % items.length];
  if (item === undefined) throw new Error('Nothing to pick from.');
  return item;
}
