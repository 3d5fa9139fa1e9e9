import * as z from 'zod';
import { gameText, playerId, receipt } from '../shared/schemas.ts';
import { listDigest, listLimits, playerLists } from './player-lists.ts';

/** A command of the portal to an agent. The agent has one file for each. */
type Command = {
  summary: string;
  params: z.ZodType;
  result: z.ZodType;
  deadlineMs: number;
  /** Moderation: both sides of a connection reserve slots for it when other commands pile up. */
  isModeration?: true;
};

/** The player on whose behalf the command is sent. */
const instigator = playerId.optional();

export const commands = {
  'server.ping': {
    summary: 'Measure the round trip to the game server',
    params: z.object({}),
    result: z.object({ roundTripMs: z.number() }),
    deadlineMs: 5_000,
  },
  'server.showCode': {
    summary: "Print a code in the agent's own console and log",
    params: z.object({ code: z.string() }),
    result: z.object({}),
    deadlineMs: 5_000,
  },
  'server.saveWorld': {
    summary: 'Have the game save its world; the answer comes when it has accepted the command',
    params: z.object({ instigator }),
    result: z.object({}),
    deadlineMs: 30_000,
  },
  'players.list': {
    summary: 'Who is online, queried from the game',
    params: z.object({}),
    result: z.array(z.object({ id: playerId, name: z.string() })),
    deadlineMs: 10_000,
  },
  'players.whisper': {
    summary: 'Send a message to one player, by id. Idempotent by key',
    params: z.object({ playerId, text: z.string().max(4_000), key: z.string().max(64).optional(), instigator }),
    result: receipt,
    deadlineMs: 15_000,
  },
  'players.kill': {
    summary: "Kill a player's character",
    params: z.object({ playerId, instigator }),
    result: receipt,
    deadlineMs: 15_000,
    isModeration: true,
  },
  'players.ban': {
    summary: 'Ban a player',
    params: z.object({ playerId, instigator }),
    result: receipt,
    deadlineMs: 15_000,
    isModeration: true,
  },
  'players.unban': {
    summary: 'Unban a player',
    params: z.object({ playerId, instigator }),
    result: receipt,
    deadlineMs: 15_000,
    isModeration: true,
  },
  'players.kick': {
    summary: 'Disconnect a player from the game',
    params: z.object({ playerId, instigator }),
    result: receipt,
    deadlineMs: 15_000,
    isModeration: true,
  },
  'players.console': {
    summary: "Run a console command; {playerId} and {arkId} in it stand for the player's ids",
    params: z.object({ playerId, command: gameText(512), instigator }),
    result: z.object({ output: z.string() }),
    deadlineMs: 15_000,
    isModeration: true,
  },
  'server.console': {
    summary: 'Run a console command of the game server itself',
    params: z.object({ command: gameText(512), instigator }),
    result: z.object({ output: z.string() }),
    deadlineMs: 20_000,
    isModeration: true,
  },
  'server.broadcast': {
    summary: 'Show a message to everyone in the game',
    params: z.object({ text: gameText(500), instigator }),
    result: z.object({}),
    deadlineMs: 15_000,
    isModeration: true,
  },
  'lists.read': {
    summary: "A page of the game's ban list or whitelist, in the order of the ids",
    params: z.object({ list: z.enum(playerLists), after: playerId.optional() }),
    /** The digest is that of the whole list: pages with different ones are not of the same list. */
    result: z.object({
      ids: z.array(playerId).max(listLimits.maxIdsPerPage),
      isLast: z.boolean(),
      digest: listDigest,
    }),
    deadlineMs: 10_000,
  },
  'lists.apply': {
    summary: 'Add players to a list and remove others, after everything that a person waits for',
    params: z.object({
      list: z.enum(playerLists),
      add: z.array(playerId).max(listLimits.maxIdsPerChange),
      remove: z.array(playerId).max(listLimits.maxIdsPerChange),
    }),
    /** One for each id, in the order added, then removed. */
    result: z.object({
      results: z.array(
        z.object({ playerId, outcome: z.enum(['confirmed', 'sent', 'failed']), reason: z.string().optional() }),
      ),
    }),
    deadlineMs: 60_000,
  },
  'chat.say': {
    summary: 'Show a message in the game chat; parts that the game cannot show separately are folded into the text',
    params: z.object({
      text: z.string().max(1_000),
      name: gameText(64).optional(),
      tribeName: gameText(64).optional(),
      prefix: gameText(64).optional(),
      prefixColor: gameText(64).optional(),
      icon: gameText(64).optional(),
      isAdmin: z.boolean().optional(),
      instigator,
    }),
    result: z.object({}),
    deadlineMs: 10_000,
  },
  'agent.update': {
    summary: 'Have the agent install the version that this portal offers; the answer comes before it hands over',
    params: z.object({}),
    result: z.object({ version: z.string().max(32) }),
    deadlineMs: 60_000,
  },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof commands;
export type CommandParams<Name extends CommandName> = z.output<(typeof commands)[Name]['params']>;
export type CommandResult<Name extends CommandName> = z.output<(typeof commands)[Name]['result']>;

export const commandNames = Object.keys(commands) as [CommandName, ...CommandName[]];

export function isModeration(name: CommandName): boolean {
  const command: Command = commands[name];
  return command.isModeration === true;
}
