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
};

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
      },
      {
        id: 'demo-scorched-earth',
        name: 'Scorched Earth',
        game: 'asa',
        map: 'ScorchedEarth_WP',
        population: { min: 3, max: 9 },
        structures: 1100,
        usesStore: true,
      },
      {
        id: 'demo-ragnarok',
        name: 'Ragnarok',
        game: 'asa',
        map: 'Ragnarok_WP',
        population: { min: 5, max: 14 },
        structures: 1800,
      },
      {
        id: 'demo-the-center',
        name: 'The Center',
        game: 'asa',
        map: 'TheCenter_WP',
        population: { min: 2, max: 6 },
        structures: 600,
        isRconOnly: true,
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
      },
      {
        id: 'demo-fjordur',
        name: 'Fjordur',
        game: 'ase',
        map: 'Fjordur',
        population: { min: 3, max: 8 },
        structures: 1300,
      },
      {
        id: 'demo-lost-island',
        name: 'Lost Island',
        game: 'ase',
        map: 'LostIsland',
        population: { min: 2, max: 7 },
        structures: 800,
      },
      {
        id: 'demo-valguero',
        name: 'Valguero',
        game: 'ase',
        map: 'Valguero_P',
        population: { min: 3, max: 6, isQuiet: true },
        structures: 600,
        isRconOnly: true,
      },
    ],
  },
];
