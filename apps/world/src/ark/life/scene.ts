import type { Game } from '../play/game.ts';
import type { Random } from '../random.ts';
import type { Survivor } from '../survivor.ts';
import type { Topic } from './small-talk.ts';

export type Population = {
  min: number;
  max: number;
  /** Nobody chats: over RCON alone, the survivors of silent players are unknown. */
  isQuiet?: boolean;
};

/** What the script knows while it runs. */
export type Scene = {
  game: Game;
  random: Random;
  population: Population;
  /** Target number of players online; changes over the day. */
  goal: number;
  pool: readonly Survivor[];
  residents: readonly Survivor[];
  /** Topic and speaker of the last message. */
  talk: { topic: Topic; name: string } | undefined;
};

/** Players online who follow the script. */
export function actors({ game }: Scene): Survivor[] {
  return game.roster.survivors().filter(({ isResident }) => !isResident);
}
