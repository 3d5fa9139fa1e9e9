import type { GameName } from './games.ts';
import type { SurvivorIdea } from './life/casting.ts';
import type { Population } from './life/scene.ts';

type DemoServer = {
  id: string;
  name: string;
  game: GameName;
  map: string;
  population: Population;
  /** About how many structures there are at the start. */
  structures: number;
  /** Tribes and profiles are stored inside the world file, as with `-usestore`. */
  usesStore?: boolean;
  /** A rented server whose files nobody can read: all that is known of it comes over RCON. */
  isRconOnly?: boolean;
  people?: readonly DemoPerson[];
  /** They played here before and never come back. */
  formerPlayers?: readonly FormerPlayer[];
  /** On the ban list of a new server. */
  banned?: readonly string[];
};

/** Someone about whom the portal's demo has sanctions; the ids are the same there. */
export type FormerPlayer = { playerId: string; platformName: string; name: string; level: number; awayDays: number };

/** The character of one of the portal's demo accounts. */
type DemoPerson = { username: string; survivor: SurvivorIdea & { playerId: string } };

type DemoCluster = { id: string; name: string; servers: readonly DemoServer[] };

const mira: DemoPerson = {
  username: 'Mira',
  survivor: {
    playerId: '76561190000000001',
    platform: 'Steam',
    platformName: 'mira_plays',
    name: 'Mira',
    level: 87,
    tribeName: 'Tidewatch',
  },
};

const nico: DemoPerson = {
  username: 'Nico',
  survivor: {
    playerId: '0002a11ce0000000000000000000beef',
    platform: 'None',
    platformName: 'nico.is.new',
    name: 'Nico',
    level: 4,
    tribeName: 'The Hatchery',
  },
};

const grimjaw = {
  playerId: '0002f0e1000000000000000000000001',
  platformName: 'grimjaw',
  name: 'Grimjaw',
  level: 96,
  awayDays: 5,
};
const wallhax = {
  playerId: '0002f0e1000000000000000000000002',
  platformName: 'not_a_cheater',
  name: 'Honest Abe',
  level: 104,
  awayDays: 33,
};
const noisy = {
  playerId: '0002f0e1000000000000000000000003',
  platformName: 'MegaphoneMax',
  name: 'Max',
  level: 41,
  awayDays: 1,
};
const lootGoblin = {
  playerId: '76561190000000701',
  platformName: 'LootGoblin',
  name: 'Gob',
  level: 63,
  awayDays: 9,
};
const quietStorm = {
  playerId: '76561190000000702',
  platformName: 'QuietStorm',
  name: 'Storm',
  level: 78,
  awayDays: 12,
};
const sleepyhead = {
  playerId: '76561190000000703',
  platformName: 'Sleepyhead',
  name: 'Dozer',
  level: 22,
  awayDays: 2,
};
/** Banned by hand, before there was a portal. */
const foundlingId = '76561190000000704';

/** The community that the demo shows. */
export const demoClusters: readonly DemoCluster[] = [
  {
    id: 'demo-obelisk',
    name: 'Obelisk',
    servers: [
      {
        id: 'demo-island-ascended',
        name: 'Island Ascended',
        game: 'asa',
        map: 'TheIsland_WP',
        population: { min: 6, max: 16 },
        structures: 2600,
        people: [nico],
        formerPlayers: [grimjaw, noisy],
        banned: [grimjaw.playerId, wallhax.playerId],
      },
      {
        id: 'demo-scorched-earth',
        name: 'Scorched Earth',
        game: 'asa',
        map: 'ScorchedEarth_WP',
        population: { min: 3, max: 9 },
        structures: 1100,
        usesStore: true,
        banned: [grimjaw.playerId, wallhax.playerId],
      },
      {
        id: 'demo-ragnarok',
        name: 'Ragnarok',
        game: 'asa',
        map: 'Ragnarok_WP',
        population: { min: 5, max: 14 },
        structures: 1800,
        formerPlayers: [wallhax],
        banned: [grimjaw.playerId, wallhax.playerId],
      },
      {
        id: 'demo-the-center',
        name: 'The Center',
        game: 'asa',
        map: 'TheCenter_WP',
        population: { min: 2, max: 6 },
        structures: 600,
        isRconOnly: true,
        banned: [grimjaw.playerId, wallhax.playerId],
      },
    ],
  },
  {
    id: 'demo-old-guard',
    name: 'Old Guard',
    servers: [
      {
        id: 'demo-the-island',
        name: 'The Island',
        game: 'ase',
        map: 'TheIsland',
        population: { min: 5, max: 12 },
        structures: 2200,
        people: [mira],
        formerPlayers: [lootGoblin, sleepyhead],
        banned: [wallhax.playerId, foundlingId],
      },
      {
        id: 'demo-fjordur',
        name: 'Fjordur',
        game: 'ase',
        map: 'Fjordur',
        population: { min: 3, max: 8 },
        structures: 1300,
        banned: [wallhax.playerId],
      },
      {
        id: 'demo-lost-island',
        name: 'Lost Island',
        game: 'ase',
        map: 'LostIsland',
        population: { min: 2, max: 7 },
        structures: 800,
        formerPlayers: [quietStorm],
        banned: [wallhax.playerId],
      },
      {
        id: 'demo-valguero',
        name: 'Valguero',
        game: 'ase',
        map: 'Valguero_P',
        population: { min: 3, max: 6, isQuiet: true },
        structures: 600,
        isRconOnly: true,
        banned: [wallhax.playerId],
      },
    ],
  },
];
