import type { Game } from '../play/game.ts';
import type { Random } from '../random.ts';
import type { Survivor } from '../survivor.ts';
import type { Topic } from './small-talk.ts';

export type Population = {
  min: number;
  max: number;
  /** Nobody says anything: over RCON alone the survivors of people who say nothing are unknown. */
  isQuiet?: boolean;
};

/** What the script knows while it runs. */
export type Scene = {
  game: Game;
  random: Random;
  population: Population;
  /** How many it would like to see online now; changes as the day goes by. */
  goal: number;
  pool: readonly Survivor[];
  residents: readonly Survivor[];
  /** What was spoken of last, and by whom. */
  talk: { topic: Topic; name: string } | undefined;
};

/** Who is online and lives by the script. */
export function actors({ game }: Scene): Survivor[] {
  return game.roster.survivors().filter(({ isResident }) => !isResident);
}
