import type { GameName } from '../games.ts';
import type { Random } from '../random.ts';
import { createTribe, type Survivor, type Tribe } from '../survivor.ts';
import { nameEnds, nameStarts, oddPlatformNames, oddUnicodeNames, survivorNames, tribeNames } from './words.ts';

type Identity = Pick<Survivor, 'playerId' | 'platform'>;

/** Ids in the format of each platform. Steam assigns none below 76561197960265728, so these belong to nobody. */
const identities = {
  ase: (random) =>
    random.chance(0.15)
      ? { playerId: `7${random.digits(18)}`, platform: 'Epic' }
      : { playerId: `76561190${random.digits(9)}`, platform: 'Steam' },
  asa: (random) => ({
    playerId: `0002${random.hex(28)}`,
    platform: random.pick(['None', 'None', 'STEAM', 'Steam', '']),
  }),
} satisfies Record<GameName, (random: Random) => Identity>;

const oddNameChance = 0.12;
const tribelessChance = 0.2;

export function createTribes(random: Random): Tribe[] {
  const first = random.int(0, tribeNames.length - 1);
  return Array.from({ length: 4 }, (_, index) =>
    createTribe(
      random.int(1_000_000_000, 2_000_000_000),
      tribeNames[(first + index) % tribeNames.length] ?? 'Tidewatch',
    ),
  );
}

export function createSurvivor(random: Random, game: GameName, tribes: readonly Tribe[]): Survivor {
  return {
    ...identities[game](random),
    arkId: random.int(100_000_000, 999_999_999),
    platformName: platformName(random),
    name: random.chance(0.1)
      ? `${random.pick(survivorNames)} the ${random.pick(nameStarts)}`
      : random.pick(survivorNames),
    level: random.int(5, 105),
    tribe: tribes.length === 0 || random.chance(tribelessChance) ? undefined : random.pick(tribes),
  };
}

function platformName(random: Random): string {
  if (random.chance(oddNameChance)) return random.pick([...oddPlatformNames, ...oddUnicodeNames]);
  const name = `${random.pick(nameStarts)}${random.pick(nameEnds)}`;
  return random.pick([name, name, name.toLowerCase(), `${name}${random.int(7, 99)}`, `xX_${name}_Xx`]);
}
