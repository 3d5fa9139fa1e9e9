import * as z from 'zod';

/** An order the portal gives an agent, as data. The agent has one file for each. */
type Command = { summary: string; params: z.ZodType; result: z.ZodType; deadlineMs: number };

const serverId = z.string();
const playerId = z.string();
const receipt = z.object({ outcome: z.enum(['confirmed', 'sent']) });

export const commands = {
  'server.ping': {
    summary: 'Measure the round trip to the game server',
    params: z.object({ serverId }),
    result: z.object({ roundTripMs: z.number() }),
    deadlineMs: 5_000,
  },
  'server.showCode': {
    summary: "Print a code in the agent's own console",
    params: z.object({ serverId, code: z.string() }),
    result: z.object({}),
    deadlineMs: 5_000,
  },
  'server.listClasses': {
    summary: 'The classes below a parent class',
    params: z.object({ serverId, parentClass: z.string(), directory: z.string().optional() }),
    result: z.array(z.string()),
    deadlineMs: 15_000,
  },
  'players.list': {
    summary: 'Who is online',
    params: z.object({ serverId }),
    result: z.array(z.object({ id: playerId, name: z.string() })),
    deadlineMs: 10_000,
  },
  'players.whisper': {
    summary: 'Say something to one player, by id',
    params: z.object({ serverId, playerId, text: z.string() }),
    result: receipt,
    deadlineMs: 10_000,
  },
  'players.kill': {
    summary: "Kill a player's character",
    params: z.object({ serverId, playerId, instigator: playerId.optional() }),
    result: receipt,
    deadlineMs: 15_000,
  },
  'players.ban': {
    summary: 'Ban a player',
    params: z.object({ serverId, playerId, instigator: playerId.optional() }),
    result: receipt,
    deadlineMs: 15_000,
  },
  'players.console': {
    summary: 'Run a console command for a player',
    params: z.object({ serverId, playerId, command: z.string(), instigator: playerId.optional() }),
    result: z.object({ output: z.string() }),
    deadlineMs: 15_000,
  },
  'chat.say': {
    summary: 'Show a line in the game chat',
    params: z.object({ serverId, text: z.string() }),
    result: z.object({}),
    deadlineMs: 10_000,
  },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof commands;
