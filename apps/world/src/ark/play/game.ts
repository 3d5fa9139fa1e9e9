import { games, type GameName } from '../games.ts';
import { createLand, type Land } from '../land/land.ts';
import { createIdList, createServerFiles, type IdList, type ServerFiles } from '../server-files.ts';
import { createRandom } from '../random.ts';
import { idKey, type Tribe } from '../survivor.ts';
import { switchesOf, type Switches } from '../switches.ts';
import { createTimers, type Timers } from '../timers.ts';
import { createCensus, createRoster, type Census, type Roster } from './census.ts';
import { createServerLog, type ServerLog } from './server-log.ts';
import { createGameClock, type GameClock } from './game-clock.ts';
import { createScreens, type Screens } from './screens.ts';

export type GameOptions = {
  id: string;
  name: string;
  game: GameName;
  map: string;
  seed: string;
  /** The server's folder, with `ShooterGame/Saved` as in a real installation. */
  folder: string;
  switches?: Partial<Switches>;
  /** How many times faster than real time. */
  timeScale?: number;
};

/** The list beside `-exclusivejoin`: read when the server starts, and changed by no command. */
type ExclusiveJoin = { load: () => void; has: (id: string) => boolean };

const day = 86_400;

/** One running world: what its parts share. */
export type Game = {
  name: string;
  game: GameName;
  map: string;
  files: ServerFiles;
  switches: Switches;
  timers: Timers;
  serverLog: ServerLog;
  screens: Screens;
  roster: Roster;
  census: Census;
  land: Land;
  clock: GameClock;
  bans: IdList;
  joinNoCheck: IdList;
  exclusiveJoin: ExclusiveJoin;
  tribes: Tribe[];
  messageOfTheDay: string;
};

export function createGame(options: GameOptions): Game {
  const { name, game, map } = options;
  const files = createServerFiles(options.folder, game, map);
  const switches = switchesOf(game, options.switches);
  const timers = createTimers(options.timeScale);
  const { listLineEnd, zeroSecond } = games[game];
  const ageSeconds = createRandom(`${options.seed} age`).int(110 * day, 150 * day);
  return {
    name,
    game,
    map,
    files,
    switches,
    timers,
    serverLog: createServerLog(files.logFile, switches),
    screens: createScreens(files.screensFolder),
    roster: createRoster(),
    census: createCensus(),
    land: createLand(createRandom(`${options.seed} land`)),
    clock: createGameClock(timers, ageSeconds, zeroSecond),
    bans: createIdList(files.banListFile, listLineEnd),
    joinNoCheck: createIdList(files.joinNoCheckFile, listLineEnd),
    exclusiveJoin: createExclusiveJoin(createIdList(files.exclusiveJoinFile, listLineEnd)),
    tribes: [],
    messageOfTheDay: '',
  };
}

function createExclusiveJoin(list: IdList): ExclusiveJoin {
  let ids = new Set<string>();
  return { load: () => void (ids = new Set(list.ids().map(idKey))), has: (id) => ids.has(idKey(id)) };
}
