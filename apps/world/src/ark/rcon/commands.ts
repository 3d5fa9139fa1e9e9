import type { Game } from '../play/game.ts';
import type { Command, CommandContext } from './command.ts';
import { readCommandLines } from './command-line.ts';
import { moderationCommands } from './moderation-commands.ts';
import { speechCommands } from './speech-commands.ts';
import { worldCommands } from './world-commands.ts';

const commands = new Map<string, Command>(
  Object.entries({ ...moderationCommands, ...speechCommands, ...worldCommands }).map(([name, command]) => [
    name.toLowerCase(),
    command,
  ]),
);

/** Every reply ends like this; the bytes of the first one are known from the game itself. */
const ending = ' \n ';
export const noResponseReply = `Server received, But no response!!${ending}`;

/** Polls are not logged as admin commands. */
const unlogged = new Set(['listplayers', 'getchat', 'getgamelog']);

/** Runs the commands of one packet. */
export function runCommandText(context: CommandContext, text: string): string {
  const replies = readCommandLines(text, context.game.switches.commandEnds).map(({ name, args }) => {
    if (context.game.switches.adminLogging && !unlogged.has(name)) logAsAdmin(context.game, `${name} ${args}`);
    return commands.get(name)?.(context, args);
  });
  const present = replies.filter((reply) => reply !== undefined);
  return present.length > 0 ? `${present.join('\n')}${ending}` : noResponseReply;
}

function logAsAdmin(game: Game, command: string): void {
  const line = `AdminCmd: ${command} (PlayerName: , ARKID: 0, SteamID: )`;
  game.serverLog.record(line);
  game.serverLog.chat(line);
}
