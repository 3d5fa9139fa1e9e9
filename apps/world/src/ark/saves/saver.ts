import fs from 'node:fs';
import type { Game } from '../play/game.ts';
import { createAsaWorld } from './asa/asa-world.ts';
import { createAseWorld } from './ase/ase-world.ts';
import { writeProfilesAndTribes } from './profile-files.ts';
import { noPause, type WorldFile } from './world-file.ts';

export type Saver = {
  /** As after SaveWorld: the file appears some time later, and is complete some time after that. */
  save: () => Promise<void>;
  /** Resolves when the file is complete. */
  write: () => Promise<void>;
  /** From now on by itself, where it is switched so. */
  begin: () => void;
  /** Stops writing and leaves the unfinished file; resolves when nothing is being written. */
  halt: () => Promise<void>;
};

const worlds = { ase: createAseWorld, asa: createAsaWorld } satisfies Record<Game['game'], (game: Game) => WorldFile>;

export function createSaver(game: Game): Saver {
  const world = worlds[game.game](game);
  let latest: Promise<void> = Promise.resolve();
  let isHalted = false;
  const pause = async () => !isHalted && (await game.timers.wait(game.switches.save.takesMs));
  /** One after another, as the game does. */
  const write = () => {
    const writing = latest.then(() => writeWorld(game, world, pause));
    latest = writing.catch((error: unknown) => noteFailure(game, error));
    return writing;
  };
  const writeUnwatched = () => void write().catch(() => {});
  const repeat = (waitMs: number) => {
    const { everyMs } = game.switches.save;
    if (everyMs <= 0) return;
    game.timers.after(waitMs, () => {
      writeUnwatched();
      repeat(everyMs);
    });
  };
  return {
    write,
    save: async () => {
      if (await game.timers.wait(game.switches.save.writeAfterMs)) writeUnwatched();
    },
    begin: () => repeat(game.switches.save.firstAfterMs),
    halt: async () => {
      isHalted = true;
      await latest;
      isHalted = false;
    },
  };
}

async function writeWorld(game: Game, world: WorldFile, pause: () => Promise<boolean>): Promise<void> {
  const { worldFile, scratchFile } = game.files;
  const startedAt = performance.now();
  if (game.game === 'asa') game.serverLog.record('Saving world...');
  wander(game);
  game.land.saves += 1;
  if (game.switches.save.isTorn) {
    await world.write(scratchFile, noPause);
    await tear(scratchFile, worldFile, pause);
  } else {
    await world.write(worldFile, pause);
  }
  await writeProfilesAndTribes(game);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(6);
  if (game.game === 'asa') game.serverLog.record(`World Save Complete. Took: ${seconds}`);
}

/** Half of the file stands there for a while. */
async function tear(from: string, file: string, pause: () => Promise<boolean>): Promise<void> {
  const bytes = await fs.promises.readFile(from);
  const half = Math.ceil(bytes.length / 2);
  await fs.promises.writeFile(file, bytes.subarray(0, half), { mode: 0o600 });
  if (await pause()) await fs.promises.appendFile(file, bytes.subarray(half));
}

function noteFailure(game: Game, error: unknown): void {
  game.serverLog.note(`World Save failed: ${error instanceof Error ? error.message : String(error)}`);
}

const maxStep = 1_500;

/** Online players have moved since the last save. */
function wander({ roster, census, land: { random } }: Game): void {
  for (const { playerId } of roster.survivors()) {
    const spot = census.find(playerId)?.spot;
    if (!spot || roster.isDead(playerId)) continue;
    spot.x += random.int(-maxStep, maxStep);
    spot.y += random.int(-maxStep, maxStep);
    spot.yaw = random.int(0, 359);
  }
}
