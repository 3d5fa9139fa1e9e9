import type { Tribe } from '../survivor.ts';
import { firstWord, readQuoted } from './command-line.ts';
import type { Command } from './command.ts';

/** The world itself: saving, time, tribes. */
export const worldCommands = {
  SaveWorld: ({ game, save }) => {
    save();
    return game.switches.save.reply === 'nothing' ? undefined : game.switches.save.reply;
  },
  DoExit: ({ exit }) => {
    exit();
    return 'Exiting...';
  },
  DestroyWildDinos: () => undefined,
  GiveItemToPlayer: () => undefined,
  // A mod's output goes to the log, never into the reply.
  ScriptCommand: ({ game }, args) => {
    game.serverLog.record(`ScriptCommand ${args}`);
    return undefined;
  },
  SetTimeOfDay: ({ game }, args) => {
    const match = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(args);
    if (match) game.clock.setTime(Number(match[1]) * 3_600 + Number(match[2]) * 60 + Number(match[3] ?? 0));
    return undefined;
  },
  RenameTribe: ({ game }, args) => {
    const named = readQuoted(args);
    if (named) renameTribe(game.tribes, ({ name }) => name === named.quoted, named.rest);
    return undefined;
  },
  RenameTribeID: ({ game }, args) => {
    const { word, rest } = firstWord(args);
    renameTribe(game.tribes, ({ id }) => String(id) === word, rest);
    return undefined;
  },
  DestroyTribeIdStructures: ({ game }, args) => {
    const tribe = game.tribes.find(({ id }) => String(id) === args);
    for (const { uuid } of tribe ? game.land.ofTeam(tribe.id) : []) game.land.remove(uuid);
    return undefined;
  },
  // The layout of the real list is not known.
  GetTribeIdPlayerList: ({ game }, args) => {
    const members = game.roster.survivors().filter(({ tribe }) => tribe && String(tribe.id) === args);
    return members.length > 0 ? members.map(({ name }, index) => `${index}. ${name}`).join('\n') : undefined;
  },
} satisfies Record<string, Command>;

function renameTribe(tribes: Tribe[], isMeant: (tribe: Tribe) => boolean, name: string): void {
  const tribe = tribes.find(isMeant);
  if (tribe && name !== '') tribe.name = name;
}
