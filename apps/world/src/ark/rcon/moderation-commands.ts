import { kill } from '../play/deeds.ts';
import type { Game } from '../play/game.ts';
import { leave } from '../play/presence.ts';
import { firstWord, readQuoted } from './command-line.ts';
import type { Command } from './command.ts';

const textReply = (game: Game, text: string) => (game.switches.moderationReply === 'text' ? text : undefined);

/** The number that the engine makes of an argument that does not fit into 32 bits. */
const brokenNumber = (args: string) => (/^\d{1,30}$/.test(args) ? Number(BigInt.asIntN(32, BigInt(args))) : 0);

/** Kick, ban and allow. */
export const moderationCommands = {
  ListPlayers: ({ game }) => listPlayers(game),
  KickPlayer: ({ game }, args) => {
    const { word } = firstWord(args);
    return leave(game, word) ? textReply(game, `${word} Kicked`) : undefined;
  },
  BanPlayer: ({ game }, args) =>
    changeList(game, args, 'Banned', (id) => {
      game.bans.add(id);
      leave(game, id);
    }),
  UnbanPlayer: ({ game }, args) => changeList(game, args, 'Unbanned', game.bans.remove),
  KillPlayer: ({ game }, args) => {
    const survivor = game.roster.findWhere(({ arkId }) => String(arkId) === args);
    if (survivor && game.switches.killPlayerWorks) kill(game, survivor.playerId);
    return undefined;
  },
  AllowPlayerToJoinNoCheck: ({ game }, args) =>
    changeList(game, args, 'Allow Player To Join No Check', game.joinNoCheck.add),
  // The slip is the game's.
  DisallowPlayerToJoinNoCheck: ({ game }, args) =>
    changeList(game, args, 'Disallowed Player To Join No Checknned', game.joinNoCheck.remove),
  GetPlayerIDForSteamID: (_context, args) => `PlayerID: ${brokenNumber(args)}`,
  GetSteamIDForPlayerID: (_context, args) => `SteamID: ${brokenNumber(args)}`,
  RenamePlayer: ({ game }, args) => {
    const named = readQuoted(args);
    if (named) renameSurvivor(game, (survivor) => survivor.name === named.quoted, named.rest);
    return undefined;
  },
  RenamePlayerId: ({ game }, args) => {
    const { word, rest } = firstWord(args);
    renameSurvivor(game, ({ arkId }) => String(arkId) === word, rest);
    return undefined;
  },
} satisfies Record<string, Command>;

function changeList(game: Game, args: string, effect: string, change: (id: string) => void): string | undefined {
  const { word } = firstWord(args);
  if (!game.switches.listCommandsWork) return undefined;
  change(word);
  return textReply(game, `${word} ${effect}`);
}

function listPlayers(game: Game): string {
  const { duplicateRows, hexCase } = game.switches;
  const survivors = game.roster.survivors();
  const listed = duplicateRows ? survivors.flatMap((survivor) => [survivor, survivor]) : survivors;
  if (listed.length === 0) return 'No Players Connected';
  return listed
    .map(({ platformName, playerId }, index) => {
      const id = hexCase === 'mixed' && index % 2 === 1 ? playerId.toUpperCase() : playerId;
      return `${index}. ${platformName}, ${id}`;
    })
    .join('\n');
}

function renameSurvivor(game: Game, isMeant: Parameters<Game['roster']['findWhere']>[0], name: string): void {
  const survivor = game.roster.findWhere(isMeant);
  if (survivor && name !== '') survivor.name = name;
}
