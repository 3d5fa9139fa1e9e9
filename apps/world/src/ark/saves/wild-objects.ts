import type { Land } from '../land/land.ts';
import { createSites } from '../land/sites.ts';
import { createTerrain, type Terrain } from '../land/terrain.ts';
import { createRandom, type Random } from '../random.ts';
import { writeCreatureData, writeMapActorData } from './object-data.ts';
import type { WorldObject } from './world-object.ts';

const dinos = '/Game/PrimalEarth/Dinos';
type Species = { className: string; directory: string };
const species = (name: string): Species => ({ className: `${name}_Character_BP_C`, directory: `${dinos}/${name}` });

const walkers = ['Dodo', 'Turtle', 'Para', 'Lystro', 'Trike', 'Stego', 'Raptor', 'Rex'].map(species);
const flyers = ['Ptero', 'Argent', 'Dimorph'].map(species);
const swimmers = ['Coel', 'Megalodon', 'Salmon'].map(species);

const herdSize = 6;
const flyingShare = 0.08;
/** Herds live in zones. How far a herd's home is from the middle of its zone, and how far it roams. */
const [zoneCount, zoneSize, roam] = [24, 55_000, 15_000];
/** How far a creature is from its herd. */
const spread = 4_000;

const structures = '/Game/PrimalEarth/Structures';
const mapActors = ['TributeTerminal_1_C', 'TributeTerminal_2_C', 'TributeTerminal_3_C', 'ArtifactCrate_1_C'];

/** What belongs to nobody: creatures, which wander between saves, and parts of the map that look much like structures. */
export function* wildObjects(
  map: string,
  { wildlife, saves }: Pick<Land, 'wildlife' | 'saves'>,
): Generator<WorldObject> {
  const random = createRandom(`${map} wild`);
  const sites = createSites(random, map);
  const terrain = createTerrain(map);
  const along = () => 0.1 + random.next() * 0.8;
  const zones = Array.from({ length: zoneCount }, () => terrain.at(along(), along()));
  for (const className of mapActors) {
    const { id, ...object } = made(random, { className, directory: structures }, 'actor');
    yield { ...object, spot: sites.next(), write: (list) => writeMapActorData(list, id) };
  }
  for (let count = 0; count < wildlife; count += herdSize) {
    const zone = random.pick(zones);
    const home = { x: zone.x + random.int(-zoneSize, zoneSize), y: zone.y + random.int(-zoneSize, zoneSize) };
    const steps = createRandom(`${map} herd ${count} ${saves}`);
    const near = (middle: number, by: number) => middle + steps.int(-by, by);
    const herd = { x: near(home.x, roam), y: near(home.y, roam) };
    for (let one = count; one < Math.min(count + herdSize, wildlife); one += 1) {
      const creature = { x: near(herd.x, spread), y: near(herd.y, spread) };
      // They stay on land, or in the water.
      const isAtHome = terrain.isLand(creature.x, creature.y) === terrain.isLand(home.x, home.y);
      yield wildCreature(random, terrain, isAtHome ? creature : home);
    }
  }
}

function made(random: Random, { className, directory }: Species, role: WorldObject['role']) {
  const id = random.int(1, 2_000_000_000);
  return { id, key: random.hex(32), className, directory, role, names: [`${className}_${id}`] };
}

/** On the ground, above it, or in the water. The number of dice is the same for all, so that ids stay. */
function wildCreature(random: Random, terrain: Terrain, { x, y }: { x: number; y: number }): WorldObject {
  const [level, isFlying, kind, height] = [
    random.int(1, 30) * 5,
    random.chance(flyingShare),
    random.next(),
    random.next(),
  ];
  const ground = terrain.heightAt(x, y);
  const isSwimming = !isFlying && !terrain.isLand(x, y);
  const choices = isFlying ? flyers : isSwimming ? swimmers : walkers;
  const above = isFlying ? 2_000 + height * 6_000 : isSwimming ? height * (terrain.seaLevel - ground) : 90;
  const chosen = choices[Math.floor(kind * choices.length)] ?? species('Dodo');
  const { id, ...object } = made(random, chosen, 'character');
  const spot = { x, y, z: Math.round(ground + above), yaw: 0 };
  return { ...object, spot, write: (list) => writeCreatureData(list, id, level) };
}
