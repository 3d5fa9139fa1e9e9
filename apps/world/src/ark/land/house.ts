import type { Random } from '../random.ts';
import { boxNames } from '../life/words.ts';
import type { Land } from './land.ts';
import type { Spot, Structure } from './structure.ts';
import { furniture, houseParts, type Material, type StructureKind } from './structure-kinds.ts';

/** The side of a foundation, in the engine's units. */
export const tile = 300;

export type HousePlan = {
  spot: Spot;
  material: Material;
  /** Foundations in each direction. */
  width: number;
  depth: number;
  turrets: number;
  tribe: Structure['tribe'];
  builders: readonly Structure['builder'][];
  builtAt: number;
  /** How much of it was damaged, from 0 to 1. */
  damage: number;
};

type Put = (kind: StructureKind, dx: number, dy: number, dz: number, neighbours?: string[], yaw?: number) => string;

const secondsPerPiece = 4;
const namedChance = 0.6;
const paintedChance = 0.05;
const colourParts = [0, 1, 2, 3, 4, 5];

/** Foundations, walls with a door, a ceiling, what stands inside, and turrets around it. */
export function buildHouse(land: Land, plan: HousePlan): void {
  const parts = houseParts[plan.material];
  const put = builderOf(land, plan);
  const floors = layFloors(put, parts.foundation, plan);
  const floorAt = (x: number, y: number) => [floors[y * plan.width + x] ?? ''];
  for (const { x, y, dx, dy, yaw, isDoor } of edges(plan)) {
    const frame = put(isDoor ? parts.doorframe : parts.wall, dx, dy, 0, floorAt(x, y), yaw);
    if (isDoor) put(parts.door, dx, dy, 0, [frame], yaw);
  }
  for (let index = 0; index < floors.length; index += 1) {
    const [x, y] = [index % plan.width, Math.floor(index / plan.width)];
    put(parts.ceiling, x * tile, y * tile, tile);
    const inside = furnish(land.random, index);
    if (inside) put(inside, x * tile, y * tile, 20, [floors[index] ?? ''], land.random.int(0, 3) * 90);
  }
  for (let index = 0; index < plan.turrets; index += 1)
    put(furniture.turret, (index % 2 ? plan.width + 1 : -2) * tile, (index - plan.turrets / 2) * 2 * tile, 0);
}

function builderOf(land: Land, { spot, builders, tribe, builtAt, damage }: HousePlan): Put {
  const { random } = land;
  let pieces = 0;
  return (kind, dx, dy, dz, neighbours = [], yaw = 0) => {
    pieces += 1;
    const structure = land.add({
      kind,
      tribe,
      builder: random.pick(builders),
      spot: { x: spot.x + dx, y: spot.y + dy, z: spot.z + dz, yaw },
      builtAt: builtAt + pieces * secondsPerPiece,
      health: random.chance(damage) ? Math.round(kind.maxHealth * (0.2 + random.next() * 0.75)) : kind.maxHealth,
      name: kind.nameProperty && random.chance(namedChance) ? random.pick(boxNames) : undefined,
      neighbours,
      colours: random.chance(paintedChance) ? colourParts.map(() => random.int(1, 56)) : [],
    });
    return structure.uuid;
  };
}

function layFloors(put: Put, kind: StructureKind, { width, depth }: HousePlan): string[] {
  const floors: string[] = [];
  for (let index = 0; index < width * depth; index += 1) {
    const [x, y] = [index % width, Math.floor(index / width)];
    const joined = [x > 0 ? floors[index - 1] : undefined, y > 0 ? floors[index - width] : undefined];
    floors.push(
      put(
        kind,
        x * tile,
        y * tile,
        0,
        joined.filter((key) => key !== undefined),
      ),
    );
  }
  return floors;
}

type Edge = { x: number; y: number; dx: number; dy: number; yaw: number; isDoor: boolean };

function edges({ width, depth }: HousePlan): Edge[] {
  const half = tile / 2;
  const found: Edge[] = [];
  for (let x = 0; x < width; x += 1) {
    found.push({ x, y: 0, dx: x * tile, dy: -half, yaw: 0, isDoor: x === Math.floor(width / 2) });
    found.push({ x, y: depth - 1, dx: x * tile, dy: (depth - 1) * tile + half, yaw: 180, isDoor: false });
  }
  for (let y = 0; y < depth; y += 1) {
    found.push({ x: 0, y, dx: -half, dy: y * tile, yaw: 90, isDoor: false });
    found.push({ x: width - 1, y, dx: (width - 1) * tile + half, dy: y * tile, yaw: 270, isDoor: false });
  }
  return found;
}

/** The first spots have what every house has. */
function furnish(random: Random, index: number): StructureKind | undefined {
  const first = [furniture.bed, furniture.largeBox, furniture.campfire, furniture.smithy, furniture.forge][index];
  if (first) return first;
  return random.chance(0.35)
    ? random.pick([furniture.smallBox, furniture.largeBox, furniture.trough, furniture.smallBox])
    : undefined;
}

/** Foundations per side for a house of about that many structures. */
export function sideFor(structures: number): number {
  return Math.max(1, Math.round(Math.sqrt(structures / 2.7)));
}
