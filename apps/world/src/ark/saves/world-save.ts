import fs from 'node:fs';
import type { Game } from '../play/game.ts';
import { writeProfile } from '../play/presence.ts';

/** The file is there some time after the answer, and whole some time after that. */
export async function saveWorld(game: Game): Promise<void> {
  const { writeAfterMs, takesMs } = game.switches.save;
  if (!(await game.timers.wait(writeAfterMs))) return;
  const content = worldSummary(game);
  const half = Math.ceil(content.length / 2);
  fs.writeFileSync(game.places.worldFile, content.slice(0, half), { mode: 0o600 });
  if (!(await game.timers.wait(takesMs))) return;
  fs.appendFileSync(game.places.worldFile, content.slice(half));
  for (const survivor of game.roster.survivors()) writeProfile(game, survivor);
}

/** Not the game's format: a summary that says so, in the place and at the time of a real save. */
function worldSummary(game: Game): string {
  const { map, clock, tribes, roster } = game;
  return JSON.stringify({
    format: 'Summary of a simulated world, no ARK save',
    map,
    day: clock.day(),
    savedAt: new Date().toISOString(),
    tribes,
    survivors: roster.survivors().map(({ arkId, name, level }) => ({ arkId, name, level })),
  });
}
