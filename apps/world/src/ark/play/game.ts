import { games, type GameName } from '../games.ts';
import { createLand, type Land } from '../land/land.ts';
import { makePlaces, type Places } from '../places.ts';
import { createRandom } from '../random.ts';
import type { Tribe } from '../survivor.ts';
import { switchesOf, type Switches } from '../switches.ts';
import { createTimers, type Timers } from '../timers.ts';
import { createCensus, type Census } from './census.ts';
import { createChronicle, type Chronicle } from './chronicle.ts';
import { createGameClock, type GameClock } from './game-clock.ts';
import { createIdList, type IdList } from './id-list.ts';
import { createRoster, type Roster } from './roster.ts';
import { createScreens, type Screens } from './screens.ts';

export type GameOptions = {
  id: string;
  name: string;
  game: GameName;
  map: string;
  seed: string;
  /** Everything of the server lies below it; `ShooterGame/Saved` as in a real install. */
  folder: string;
  switches?: Partial<Switches>;
  /** How many times faster than the clock on the wall. */
  timeScale?: number;
};

const day = 86_400;

/** One running world: what its parts share. */
export type Game = {
  name: string;
  game: GameName;
  map: string;
  places: Places;
  switches: Switches;
  timers: Timers;
  chronicle: Chronicle;
  screens: Screens;
  roster: Roster;
  census: Census;
  land: Land;
  clock: GameClock;
  bans: IdList;
  joinNoCheck: IdList;
  tribes: Tribe[];
  messageOfTheDay: string;
};

export function createGame(options: GameOptions): Game {
  const { name, game, map } = options;
  const places = makePlaces(options.folder, game, map);
  const switches = switchesOf(game, options.switches);
  const timers = createTimers(options.timeScale);
  const { listLineEnd, zeroSecond } = games[game];
  const ageSeconds = createRandom(`${options.seed} age`).int(110 * day, 150 * day);
  return {
    name,
    game,
    map,
    places,
    switches,
    timers,
    chronicle: createChronicle(places.logFile, switches),
    screens: createScreens(places.screensFolder),
    roster: createRoster(),
    census: createCensus(),
    land: createLand(createRandom(`${options.seed} land`)),
    clock: createGameClock(timers, ageSeconds, zeroSecond),
    bans: createIdList(places.banListFile, listLineEnd),
    joinNoCheck: createIdList(places.joinNoCheckFile, listLineEnd),
    tribes: [],
    messageOfTheDay: '',
  };
}
