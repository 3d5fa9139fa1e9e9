type Base = { x: number; y: number; z: number; spread: number };
type Person = { arkId: string; name: string };
type GeneratedTribe = {
  id: number;
  name: string;
  ownerArkId: string;
  adminArkIds: string[];
  members: Person[];
  log: string[];
  bases: Base[];
};

type GeneratedStructure = {
  id: string;
  className: string;
  teamId: number;
  teamName: string;
  ownerArkId: string;
  ownerName: string;
  x: number;
  y: number;
  z: number;
  health: number;
  maxHealth: number;
  builtAt: number;
};

const materials = ['Thatch', 'Wood', 'Stone', 'Metal', 'Tek', 'Adobe', 'Greenhouse'];
const parts = ['Floor', 'Wall', 'Ceiling', 'Door', 'Roof', 'Pillar', 'Ramp', 'Fence'];
const furniture = ['StorageBox_Large', 'SimpleBed', 'Forge', 'CropPlotLarge_SM', 'StructureTurretBaseBP', 'BearTrap'];
const classNames = [
  ...materials.flatMap((material) => parts.map((part) => `${part}_${material}_C`)),
  ...furniture.map((name) => `${name}_C`),
];
const first = ['Iron', 'Red', 'Silent', 'Frozen', 'Salty', 'Grey', 'Wild', 'Last', 'Sunken', 'Burning'];
const second = ['Raptors', 'Nomads', 'Traders', 'Wolves', 'Builders', 'Crows', 'Giants', 'Otters', 'Kings', 'Moths'];

const structuresPerTribe = 600;
const halfMap = 320_000;
const daySeconds = 24 * 60 * 60;

/** Tribes with bases here and there, always the same ones for the same count. Some were not seen for long. */
export function generateWorld(count: number, gameTime: number) {
  const random = seeded(count);
  const tribes = Array.from({ length: Math.max(3, Math.round(count / structuresPerTribe)) }, (_, n) =>
    makeTribe(n, random),
  );
  const survivors = tribes.flatMap(({ id, members }) => {
    const awayDays = random() < 0.3 ? 20 + random() * 100 : random() * 10;
    return members.map(({ arkId, name }, n) => ({
      arkId,
      name,
      teamId: id,
      level: 1 + Math.floor(random() * 150),
      playerId: `7656119${String(1_000_000_000 + Number(arkId)).padStart(10, '0')}`,
      loginAt: gameTime - (awayDays + n) * daySeconds,
    }));
  });
  const classes = classNames.map((className) => ({
    className,
    kind: 'structure' as const,
    directory: '/Game/PrimalEarth/Structures',
    count: Math.ceil(count / classNames.length),
  }));
  const structureAt = (n: number) => makeStructure(n, tribes, gameTime, random);
  return { tribes: tribes.map(({ bases: _, ...tribe }) => tribe), survivors, classes, structureAt };
}

function makeTribe(n: number, random: () => number): GeneratedTribe {
  const id = 1_000_000_000 + n;
  const members = Array.from({ length: 1 + Math.floor(random() * 6) }, (_, m) => ({
    arkId: String(100_000 + n * 10 + m),
    name: `${first[(n + m) % first.length]} ${m + 1}`,
  }));
  const name = `${first[n % first.length]} ${second[Math.floor(n / first.length) % second.length]} ${n + 1}`;
  const bases = Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({
    x: (random() * 2 - 1) * halfMap,
    y: (random() * 2 - 1) * halfMap,
    z: random() * 20_000,
    spread: 500 + random() * 4_000,
  }));
  const owner = members[0]?.arkId ?? '';
  return {
    id,
    name,
    ownerArkId: owner,
    adminArkIds: [owner],
    members,
    log: [`Day 1, 08:00:00: ${name} was founded!`],
    bases,
  };
}

function makeStructure(
  n: number,
  tribes: GeneratedTribe[],
  gameTime: number,
  random: () => number,
): GeneratedStructure {
  // A few tribes have built most of what there is.
  const tribe = pick(tribes, random() ** 2);
  const base = pick(tribe.bases, random());
  const owner = pick(tribe.members, random() ** 2);
  const around = () => (random() + random() + random() - 1.5) * base.spread;
  return {
    id: `generated-${n}`,
    className: pick(classNames, random() ** 2),
    teamId: tribe.id,
    teamName: tribe.name,
    ownerArkId: owner.arkId,
    ownerName: owner.name,
    x: base.x + around(),
    y: base.y + around(),
    z: base.z + Math.abs(around()) / 4,
    health: Math.round(random() * 10_000),
    maxHealth: 10_000,
    builtAt: gameTime - random() * 150 * daySeconds,
  };
}

function pick<T>(all: readonly T[], share: number): T {
  const one = all[Math.floor(share * all.length)];
  if (one === undefined) throw new Error('There is nothing to choose from.');
  return one;
}

/** The same numbers in each run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
