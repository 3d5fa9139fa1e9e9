import { games } from './games.ts';
import type { Game } from './play/game.ts';
import type { GameThread } from './play/game-thread.ts';
import type { RconPort } from './rcon/rcon-port.ts';

type State = 'stopped' | 'booting' | 'slow' | 'up' | 'exiting';

/** Starting and stopping one server's process. */
export type Lifecycle = {
  /** Done when the port is open; the server may be slow for a while after that. */
  start: () => Promise<void>;
  /** As if the process were killed: no goodbye to anyone. */
  stop: () => Promise<void>;
  /** Goes quiet at once and ends some time later. */
  exit: () => void;
  port: () => number;
  state: () => State;
};

type Parts = {
  game: Game;
  thread: GameThread;
  rcon: RconPort;
  port: number;
  onUp: () => void;
  restartsAfterExit: boolean;
};

type Run = { state: State; port: number; starting: Promise<void> | undefined };

export function createLifecycle(parts: Parts): Lifecycle {
  const run: Run = { state: 'stopped', port: parts.port, starting: undefined };
  return {
    start: () => start(parts, run),
    stop: () => stop(parts, run),
    exit: () => exit(parts, run),
    port: () => run.port,
    state: () => run.state,
  };
}

async function start(parts: Parts, run: Run): Promise<void> {
  if (run.state !== 'stopped') return;
  run.state = 'booting';
  run.starting = boot(parts, run);
  try {
    await run.starting;
  } catch (error) {
    run.state = 'stopped';
    throw error;
  }
}

async function boot({ game, rcon, onUp }: Parts, run: Run): Promise<void> {
  const { refuseMs, slowMs } = game.switches.boot;
  const bootedAt = game.timers.elapsedMs();
  game.exclusiveJoin.load();
  game.serverLog.open();
  game.serverLog.note(`ARK Version: ${games[game.game].version}`);
  if (refuseMs > 0 && !(await game.timers.wait(refuseMs))) return;
  run.port = await rcon.listen(run.port);
  // Stopped meanwhile.
  if (run.state !== 'booting') return;
  run.state = 'slow';
  const goUp = () => {
    run.state = 'up';
    noteStart(game, (game.timers.elapsedMs() - bootedAt) / 1_000);
    onUp();
  };
  if (slowMs > 0) game.timers.after(slowMs, goUp);
  else goUp();
}

async function stop({ game, thread, rcon }: Parts, run: Run): Promise<void> {
  run.state = 'stopped';
  game.timers.stop();
  await Promise.allSettled([run.starting]);
  await rcon.close();
  // What the boot had started by then.
  game.timers.stop();
  thread.reset();
  game.roster.clear();
  game.serverLog.close();
}

function exit(parts: Parts, run: Run): void {
  const end = async () => {
    await stop(parts, run);
    if (parts.restartsAfterExit) await start(parts, run);
  };
  run.state = 'exiting';
  // If its port is taken by then, it stays down, as a real server would.
  parts.game.timers.after(parts.game.switches.exitAfterMs, () => void end().catch(() => {}));
}

function noteStart({ serverLog, name }: Game, seconds: number): void {
  serverLog.note(`Server: "${name}" has successfully started!`);
  serverLog.note('Server has completed startup and is now advertising for join (10.95GB Mem)');
  serverLog.note(`Full Startup: ${seconds.toFixed(2)} seconds`);
}
