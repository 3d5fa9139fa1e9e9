import type { Game } from '../play/game.ts';

export type CommandContext = { game: Game; exit: () => void; save: () => void };

/** Returns undefined where the game has no reply. */
export type Command = (context: CommandContext, args: string) => string | undefined;
