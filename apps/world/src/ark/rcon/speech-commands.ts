import { sayAsServer, showAll, whisper } from '../play/speech.ts';
import { idKey } from '../survivor.ts';
import { firstWord, readQuoted } from './command-line.ts';
import type { Command } from './command.ts';

/** Chat and messages. */
export const speechCommands = {
  GetChat: ({ game }) => {
    const lines = game.serverLog.takeChat();
    return lines.length > 0 ? lines.join('\n') : undefined;
  },
  GetGameLog: ({ game }) => {
    const entries = game.serverLog.takeGameLog();
    return entries.length > 0 ? `${entries.join('\n')}\n` : undefined;
  },
  ServerChat: ({ game }, args) => {
    sayAsServer(game, args);
    return undefined;
  },
  // Without quotation marks around the id the game finds no one.
  ServerChatTo: ({ game }, args) => {
    const addressed = readQuoted(args);
    if (addressed) whisper(game, ({ playerId }) => idKey(playerId) === idKey(addressed.quoted), addressed.rest);
    return undefined;
  },
  // Of two players with the same name, the first receives it.
  ServerChatToPlayer: ({ game }, args) => {
    const addressed = readQuoted(args);
    if (addressed) whisper(game, ({ platformName }) => platformName === addressed.quoted, addressed.rest);
    return undefined;
  },
  Broadcast: ({ game }, args) => {
    if (game.switches.broadcastWorks) showAll(game, { kind: 'broadcast', text: args });
    return undefined;
  },
  TribeMessage: ({ game }, args) => {
    const { word, rest } = firstWord(args);
    for (const { playerId, tribe } of game.roster.survivors()) {
      if (tribe && String(tribe.id) === word) game.screens.show(playerId, { kind: 'tribe', text: rest });
    }
    return undefined;
  },
  SetMessageOfTheDay: ({ game }, args) => {
    game.messageOfTheDay = args;
    return undefined;
  },
  ShowMessageOfTheDay: ({ game }) => {
    if (game.messageOfTheDay !== '') showAll(game, { kind: 'broadcast', text: game.messageOfTheDay });
    return undefined;
  },
} satisfies Record<string, Command>;
