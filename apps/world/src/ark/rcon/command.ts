import type { Game } from '../play/game.ts';

export type CommandContext = { game: Game; exit: () => void; save: () => void };

/** Answers nothing where the game has nothing to say. */
export type Command = (context: CommandContext, args: string) => string | undefined;
