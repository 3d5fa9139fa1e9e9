import { buildSettlements } from './land/settlements.ts';
import { kindOf } from './land/structure-kinds.ts';
import type { Structure } from './land/structure.ts';
import { createCasting, type Casting, type SurvivorIdea } from './life/casting.ts';
import { createLife, runLife } from './life/life.ts';
import type { Population } from './life/scene.ts';
import { createLifecycle, type Lifecycle } from './lifecycle.ts';
import { build, kill, tame, type Creature, type Killer } from './play/deeds.ts';
import { createGameThread, type GameThread } from './play/game-thread.ts';
import { createGame, type Game, type GameOptions } from './play/game.ts';
import { join, leave } from './play/presence.ts';
import type { ScreenLine } from './play/screens.ts';
import { adminCommand, say, whispersTo } from './play/speech.ts';
import { createRandom } from './random.ts';
import { runCommandText } from './rcon/commands.ts';
import { createFloodGuard, createRconPort, type RconPort } from './rcon/rcon-port.ts';
import { createSaver, type Saver } from './saves/saver.ts';
import type { ServerFiles } from './server-files.ts';
import type { Survivor } from './survivor.ts';
import type { Switches } from './switches.ts';

export type SimulatedServerOptions = GameOptions & {
  adminPassword: string;
  /** A free port if none is given. */
  port?: number;
  /** Without it, players join only when steered. */
  population?: Population;
  /** Always online. */
  residents?: readonly SurvivorIdea[];
  /** Starts again by itself after DoExit, as under a supervisor. */
  restartsAfterExit?: boolean;
  /** About how many structures stand there when the world begins. */
  structures?: number;
};

/** A game server as its machine, its players and RCON see it. */
export type SimulatedServer = Pick<Lifecycle, 'start' | 'stop' | 'state'> &
  Pick<SimulatedServerOptions, 'id' | 'name' | 'game' | 'map' | 'folder' | 'adminPassword'> &
  ServerFiles & {
    port: number;
    /** May be changed at any time. */
    switches: Switches;
    /** The latest commands, exactly as they came. */
    received: readonly string[];
    restart: () => Promise<void>;
    /** Nothing moves for so long; then all RCON connections are cut. */
    stall: (ms: number) => Promise<void>;
    survivors: () => Survivor[];
    /** Everyone who has ever played here, and how long ago they logged in. */
    citizens: () => (Survivor & { awaySeconds: number })[];
    /** What stands there now. */
    structures: () => Structure[];
    /** Saves the world now; resolves when the file is complete. */
    save: () => Promise<void>;
    /** Destroys everything a team has built. */
    destroy: (teamId: number) => void;
    /** Refused for someone banned. */
    join: (idea?: SurvivorIdea) => Survivor;
    leave: (playerId: string) => void;
    say: (playerId: string, text: string) => void;
    kill: (playerId: string, killer?: Killer) => void;
    tame: (playerId: string, creature: Creature) => void;
    /** By the words of the tribe's log: `Stone Wall`. */
    build: (playerId: string, structure: string) => void;
    adminCommand: (playerId: string, command: string) => void;
    whispers: (playerId: string) => string[];
    screen: (playerId: string) => ScreenLine[];
  };

const maxReceived = 1_000;
const fewStructures = 120;

type Parts = {
  game: Game;
  thread: GameThread;
  rcon: RconPort;
  received: string[];
  lifecycle: Lifecycle;
  casting: Casting;
  saver: Saver;
};

export async function createSimulatedServer(options: SimulatedServerOptions): Promise<SimulatedServer> {
  const game = createGame(options);
  const thread = createGameThread(game.timers);
  const casting = createCasting(options.seed, game);
  const received: string[] = [];
  const saver = createSaver(game);
  const rcon = openRcon(options, { game, thread, received, saver }, () => lifecycle);
  const residents = (options.residents ?? []).map((idea) => casting.cast(idea));
  const population = options.population ?? { min: 0, max: 0 };
  const life = createLife({ game, seed: options.seed, population, residents, tribes: game.tribes });
  buildSettlements(game, options.structures ?? fewStructures);
  const lifecycle: Lifecycle = createLifecycle({
    game,
    thread,
    rcon,
    port: options.port ?? 0,
    restartsAfterExit: options.restartsAfterExit ?? false,
    onUp: () => {
      life.begin();
      saver.begin();
      if (options.population) runLife(life, game, thread);
    },
  });
  await lifecycle.start();
  return handle(options, { game, thread, rcon, received, lifecycle, casting, saver });
}

function openRcon(
  { seed, adminPassword }: SimulatedServerOptions,
  { game, thread, received, saver }: Pick<Parts, 'game' | 'thread' | 'received' | 'saver'>,
  lifecycle: () => Lifecycle,
): RconPort {
  const flood = createFloodGuard();
  return createRconPort({
    game,
    thread,
    password: adminPassword,
    random: createRandom(`${seed} wire`),
    isSlow: () => lifecycle().state() === 'slow',
    opened: flood.reset,
    run: (text) => {
      flood.count(game.timers.elapsedMs(), game.switches.flood);
      if (flood.isTripped() || lifecycle().state() === 'exiting') return undefined;
      return runCommandText({ game, exit: lifecycle().exit, save: () => void saver.save() }, text);
    },
    received: (text) => {
      received.push(text);
      if (received.length > maxReceived) received.shift();
    },
  });
}

function handle(
  { id, name, game: gameName, map, folder, adminPassword }: SimulatedServerOptions,
  { game, thread, rcon, received, lifecycle, casting, saver }: Parts,
): SimulatedServer {
  const { start, state } = lifecycle;
  const stop = async () => {
    const halted = saver.halt();
    await lifecycle.stop();
    await halted;
  };
  const described = { id, name, game: gameName, map, folder, adminPassword, port: lifecycle.port() };
  return {
    ...described,
    ...game.files,
    ...deedsOf(game),
    ...playersOf(game, lifecycle, casting),
    ...landOf(game, saver),
    switches: game.switches,
    received,
    start,
    stop,
    state,
    restart: async () => {
      await stop();
      await start();
    },
    stall: (ms) => thread.stall(ms, () => game.switches.stallCloses && rcon.closeConnections()),
  };
}

function playersOf(
  game: Game,
  { state }: Lifecycle,
  { cast }: Casting,
): Pick<SimulatedServer, 'survivors' | 'citizens' | 'join' | 'whispers' | 'screen'> {
  return {
    survivors: game.roster.survivors,
    citizens: () =>
      game.census.all().map(({ survivor, loginAt }) => {
        const awaySeconds = Math.max(0, Math.round(game.clock.seconds() - loginAt));
        return { ...survivor, awaySeconds };
      }),
    join: (idea = {}) => {
      if (state() === 'stopped') throw new Error('The server is not running.');
      const survivor = cast(idea);
      if (!join(game, survivor)) throw new Error('The server does not let this player in.');
      return survivor;
    },
    whispers: (playerId) => whispersTo(game, playerId),
    screen: (playerId) => game.screens.lines(playerId),
  };
}

function landOf({ land }: Game, { write }: Saver): Pick<SimulatedServer, 'structures' | 'save' | 'destroy'> {
  return {
    structures: () => [...land.structures()],
    save: write,
    destroy: (teamId) => {
      for (const { uuid } of land.ofTeam(teamId)) land.remove(uuid);
    },
  };
}

/** What players who are online can be made to do. */
function deedsOf(game: Game): Pick<SimulatedServer, 'leave' | 'say' | 'kill' | 'tame' | 'build' | 'adminCommand'> {
  return {
    leave: (playerId) => check(leave(game, playerId)),
    say: (playerId, text) => check(say(game, playerId, text)),
    kill: (playerId, killer) => check(kill(game, playerId, killer)),
    tame: (playerId, creature) => check(tame(game, playerId, creature)),
    build: (playerId, structure) => {
      if (!kindOf(structure)) throw new Error(`Nobody can build "${structure}".`);
      check(build(game, playerId, structure));
    },
    adminCommand: (playerId, command) => check(adminCommand(game, playerId, command)),
  };
}

function check(isDone: boolean): void {
  if (!isDone) throw new Error('Nobody with this id can do that now.');
}
