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
  /** The characters of demo accounts: always online, they speak and die only when steered. */
  residents: readonly Survivor[];
  /** Topic and speaker of the last message. */
  talk: { topic: Topic; name: string } | undefined;
};

/** Players online who follow the script: neither residents nor players who joined by steering. */
export function actors({ game, pool }: Scene): Survivor[] {
  return pool.filter(({ playerId }) => game.roster.has(playerId));
}
