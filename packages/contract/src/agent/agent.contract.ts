import * as z from 'zod';
import { agentLimits } from './agent-limits.ts';
import { commandNames, type CommandName } from './commands.ts';
import { gameEvent } from './game-events.ts';
import { listState } from './player-lists.ts';
import { checkSubjects, sentChecks, setupCheck } from './setup-checks.ts';
import { logLevels, logLimits } from '../logs.contract.ts';
import { game, gameText, isoDate, playerId } from '../shared/schemas.ts';

/**
 * The connection between a game server and the portal: JSON-RPC 2.0 over one outbound WebSocket per game server, opened
 * with `Authorization: Bearer <token>`. Described in `docs/agent-protocol.md`.
 */
export const agentPath = '/api/ark/link';
/** Since 2 there is `game.event`. Agents of version 1 are still accepted. */
export const agentProtocol = 2;
const acceptedProtocols = [1, agentProtocol] as const;

export { agentLimits };

/** Why the portal closed a connection; 1000–1015 are the WebSocket's own. */
export const agentCloseCodes = {
  stopping: 1001,
  refused: 1008,
  /** A newer connection with the same token took over. */
  replaced: 4001,
  tokenReplaced: 4002,
  serverRemoved: 4003,
} as const;

/** Errors of commands, in addition to the codes of JSON-RPC itself. */
export const agentErrors = {
  gameOffline: -32001,
  playerOffline: -32002,
  notSupported: -32003,
  busy: -32004,
  timeout: -32005,
  /** The connection broke after the command was sent: it may have run. */
  unknownOutcome: -32006,
} as const;

/** `down`: the game does not respond; `degraded`: it responds slowly or not every command. */
export const gameStates = ['booting', 'up', 'degraded', 'down'] as const;
export type GameState = (typeof gameStates)[number];

export const capabilities = z.object({
  can: z.array(z.enum(commandNames)).max(64),
  cannot: z.array(z.object({ command: z.enum(commandNames), reason: gameText(200) })).max(64),
});

/** With what the set-up lacks, which is for the server's admins alone. */
const checkedCapabilities = capabilities.extend({ checks: z.array(setupCheck).max(checkSubjects.length).optional() });
export type Capabilities = z.output<typeof checkedCapabilities>;

const sentName = z.string().max(64);
const isKnown = (name: string): name is CommandName => commandNames.some((known) => known === name);

/** As sent by an agent. Commands that this side does not know, of an older or newer version, are dropped. */
export const sentCapabilities = z.codec(
  z.object({
    can: z.array(sentName).max(64),
    cannot: z.array(z.object({ command: sentName, reason: gameText(200) })).max(64),
    checks: sentChecks.optional(),
  }),
  checkedCapabilities,
  {
    decode: ({ can, cannot, checks }) => ({
      ...(checks !== undefined && { checks }),
      can: can.filter(isKnown),
      cannot: cannot.flatMap(({ command, reason }) => (isKnown(command) ? [{ command, reason }] : [])),
    }),
    encode: (known) => known,
  },
);

/** The first request on a new connection. */
export const hello = {
  method: 'hello',
  params: z.object({
    protocol: z.literal(acceptedProtocols),
    agent: z.object({ name: gameText(64), version: gameText(32) }),
    game,
    /** The game's own name, if known. */
    name: gameText(128).nullable(),
    map: gameText(64).nullable(),
    version: gameText(32).nullable(),
    capabilities: sentCapabilities,
    /** Identifies the sequence that the numbers of this sender's events belong to. */
    stream: z.string().regex(/^[\w-]{8,64}$/),
    /** The sender's clock, so that the portal knows how old an event is. */
    now: isoDate,
  }),
  result: z.object({
    serverId: z.string(),
    name: z.string(),
    ackedSeq: z.number().int(),
    /** The last world save that the portal has completely; if it differs from the agent's, all rows have to be sent. */
    saveRevision: z.string().nullable().optional(),
    /** When this connection is lost, the sender waits a random part of this before it tries again. */
    reconnectWithinMs: z.number().int().min(0).optional(),
    /** How often the portal wants to know how long the game takes to reply; without it, never. */
    rconReportMs: z.number().int().min(1).optional(),
  }),
} as const;

export const onlinePlayer = z.object({ id: playerId, name: gameText(128), survivor: gameText(128).optional() });

/** Events of a game server, by type. */
export const agentEvents = {
  'server.state': z.object({
    state: z.enum(gameStates),
    reason: gameText(200).optional(),
    map: gameText(64).optional(),
    version: gameText(32).optional(),
    day: z.number().int().min(0).max(10_000_000).optional(),
  }),
  'server.capabilities': sentCapabilities,
  /** Everyone online, whenever that changes and after every hello. */
  'players.online': z.object({ players: z.array(onlinePlayer).max(1_000) }),
  'chat.line': z.object({
    kind: z.enum(['player', 'server']),
    playerId: playerId.optional(),
    name: gameText(128),
    survivor: gameText(128).optional(),
    tribe: gameText(128).optional(),
    text: gameText(1_000).min(1),
  }),
  /** One line of the game's log, in protocol 2. */
  'game.event': gameEvent,
  'lists.state': listState,
  /** More happened than the sender could store while disconnected. */
  'events.lost': z.object({ count: z.number().int().min(1) }),
} as const satisfies Record<string, z.ZodType>;

export type AgentEventType = keyof typeof agentEvents;
export type AgentEventData<Type extends AgentEventType> = z.output<(typeof agentEvents)[Type]>;

/** One event. Its data is validated by type, so that one bad or unknown event does not block the others. */
export const agentEvent = z.object({
  seq: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  at: isoDate,
  type: z.string().max(64),
  data: z.unknown(),
});

/** Events in sequence. The response acknowledges them: the sender drops those and resends the rest after a new hello. */
export const events = {
  method: 'events',
  params: z.object({ events: z.array(agentEvent).min(1).max(agentLimits.maxEventsPerBatch) }),
  result: z.object({
    ackedSeq: z.number().int(),
    /** Not stored; not to be sent again. */
    rejected: z.array(z.object({ seq: z.number().int(), reason: z.string() })),
  }),
} as const;

/** The parts of a game server's log. */
export const agentLogKeys = ['game', 'chat', 'agent'] as const;

/**
 * Log lines. Unlike events they are sent at most once: lines that did not fit into a bounded buffer while disconnected
 * are only counted. A portal that does not know the method gets none.
 */
export const logs = {
  method: 'logs',
  params: z.object({
    lines: z
      .array(
        z.object({
          at: isoDate,
          key: z.enum(agentLogKeys),
          level: z.enum(logLevels),
          text: z.string().max(logLimits.maxLineLength),
        }),
      )
      .max(agentLimits.maxLogLinesPerBatch),
    skipped: z.number().int().min(0).max(1_000_000_000),
  }),
  result: z.object({}),
} as const;

/** How long the game took to reply over RCON, each reply since the last report; for the metrics of the portal. */
export const rconReplies = {
  method: 'rcon.replies',
  params: z.object({ ms: z.array(z.number().min(0).max(600_000)).min(1).max(agentLimits.maxReplyTimes) }),
  result: z.object({}),
} as const;
