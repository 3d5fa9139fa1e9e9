import { createSites } from '../land/sites.ts';
import type { Spot, Structure } from '../land/structure.ts';
import { allKinds } from '../land/structure-kinds.ts';
import { createSurvivor } from '../life/survivor-pool.ts';
import { createCensus, type Census } from '../play/census.ts';
import type { GameName } from '../games.ts';
import { createRandom } from '../random.ts';
import { createTribe, type Tribe } from '../survivor.ts';
import { writeCreatureData, writeStructureData } from '../saves/object-data.ts';
import type { WorldObject } from '../saves/world-object.ts';

export type BigWorldOptions = {
  game: GameName;
  structures: number;
  seed: string;
  /** Share of structures, from 0 to 1, that differ from the first save: the same world some time later. */
  changedShare: number;
};

export type BigWorld = {
  map: string;
  gameTime: number;
  tribes: Tribe[];
  census: Census;
  count: number;
  /** Generated one by one; none is stored. */
  objects: () => Generator<WorldObject>;
  /** The index of an object in the list, encoded in its key. */
  indexOf: (key: string) => number;
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

/** A world far larger than the demo's, for load tests. Everything follows from the seed and the index. */
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
  const keyOf = (index: number) => keyFrom(index, salt);

  const structureAt = (index: number): Structure => {
    const base = Math.floor(index / structuresPerBase);
    const kind = pick(allKinds, mix(index, salt));
    // Spread evenly, with the exact total.
    const isChanged = Math.floor((index + 1) * changedShare) > Math.floor(index * changedShare);
    return {
      id: index + 1,
      uuid: keyOf(index),
      kind,
      tribe: tribes[base % tribes.length],
      builder: pick(builders[base % tribes.length] ?? [], mix(index, salt + 2)),
      spot: spotIn(bases[base], index % structuresPerBase),
      builtAt: gameTime - 4_000_000 + index,
      health: isChanged ? kind.maxHealth / 2 : kind.maxHealth,
      name: kind.nameProperty && index % 3 === 0 ? `Box ${index}` : undefined,
      neighbours: neighbourSteps.map((step) => keyOf((index + step + structures) % structures)),
      colours: dyes,
    };
  };

  return {
    map,
    gameTime,
    tribes,
    census,
    count: structures + creatures,
    indexOf: (key) => Number.parseInt(key.slice(-8), 16),
    *objects() {
      for (let index = 0; index < structures; index += 1) yield structureObject(structureAt(index));
      for (let index = structures; index < structures + creatures; index += 1)
        yield creatureObject(index, keyOf(index), spotIn(bases[index % bases.length], index % structuresPerBase));
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

function creatureObject(index: number, key: string, spot: Spot): WorldObject {
  const className = 'Dodo_Character_BP_C';
  return {
    key,
    className,
    directory: '/Game/PrimalEarth/Dinos/Dodo',
    role: 'character',
    names: [`${className}_${index}`],
    spot,
    write: (list) => writeCreatureData(list, index, 1 + (index % 150)),
  };
}

function spotIn(base: Spot | undefined, index: number): Spot {
  const { x = 0, y = 0, z = 0 } = base ?? {};
  return { x: x + (index % basesWide) * tile, y: y + Math.floor(index / basesWide) * tile, z, yaw: 0 };
}

/** Looks like any other id, but ends with the index. */
function keyFrom(index: number, salt: number): string {
  const part = (step: number) =>
    mix(index, salt + step)
      .toString(16)
      .padStart(8, '0');
  return `${part(3)}${part(4)}${part(5)}${index.toString(16).padStart(8, '0')}`;
}

/** Hashes both numbers to 32 bits. */
function mix(index: number, salt: number): number {
  let value = Math.imul(index ^ salt, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  value = Math.imul(value ^ (value >>> 12), 0x297a2d39);
  return (value ^ (value >>> 15)) >>> 0;
}

function pick<T>(items: readonly T[], dice: number): T {
  const item = items[dice % items.length];
  if (item === undefined) throw new Error('Nothing to pick from.');
  return item;
}
