import { createRandom, type Random } from '../random.ts';
import { createSites } from '../land/sites.ts';
import { writeCreatureData, writeMapActorData } from './object-data.ts';
import type { WorldObject } from './world-object.ts';

const creatures = [
  { className: 'Dodo_Character_BP_C', directory: '/Game/PrimalEarth/Dinos/Dodo' },
  { className: 'Turtle_Character_BP_C', directory: '/Game/PrimalEarth/Dinos/Turtle' },
  { className: 'Para_Character_BP_C', directory: '/Game/PrimalEarth/Dinos/Para' },
  { className: 'Ptero_Character_BP_C', directory: '/Game/PrimalEarth/Dinos/Ptero' },
] as const;
const creatureCount = 60;

const mapActors = [
  { className: 'TributeTerminal_1_C', directory: '/Game/PrimalEarth/Structures' },
  { className: 'TributeTerminal_2_C', directory: '/Game/PrimalEarth/Structures' },
  { className: 'TributeTerminal_3_C', directory: '/Game/PrimalEarth/Structures' },
  { className: 'ArtifactCrate_1_C', directory: '/Game/PrimalEarth/Structures' },
] as const;

/** What belongs to nobody: creatures, and parts of the map that look much like structures. The same in every save. */
export function* wildObjects(map: string): Generator<WorldObject> {
  const random = createRandom(`${map} wild`);
  const sites = createSites(random, map);
  const made = ({ className, directory }: (typeof creatures | typeof mapActors)[number], role: WorldObject['role']) => {
    const id = random.int(1, 2_000_000_000);
    return { id, key: random.hex(32), className, directory, role, names: [`${className}_${id}`], spot: sites.next() };
  };
  for (const actor of mapActors) {
    const { id, ...object } = made(actor, 'actor');
    yield { ...object, write: (list) => writeMapActorData(list, id) };
  }
  for (let count = 0; count < creatureCount; count += 1) yield wildCreature(random, made);
}

type Made = (creature: (typeof creatures)[number], role: 'character') => Omit<WorldObject, 'write'> & { id: number };

function wildCreature(random: Random, made: Made): WorldObject {
  const level = random.int(1, 30) * 5;
  const { id, ...object } = made(random.pick(creatures), 'character');
  return { ...object, write: (list) => writeCreatureData(list, id, level) };
}
