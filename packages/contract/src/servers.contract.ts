import * as z from 'zod';
import { controlCodePattern } from './shared/control-code.ts';
import { capabilities, gameStates } from './agent/agent.contract.ts';
import { setupCheck } from './agent/setup-checks.ts';
import { defineRoutes } from './route.ts';
import { isJoinAddress } from './shared/join-address.ts';
import { game, id, idParams, isoDate, nothing } from './shared/schemas.ts';
import { defineTopics } from './shared/topic.ts';

const linkedPlayer = z.object({ playerId: z.string(), isAdmin: z.boolean() });

const serverName = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(64, 'The name can have at most 64 characters.')
  .regex(/^\P{C}*$/u, "The name can't contain control characters.");

const server = z.object({ id, name: z.string(), linkedPlayer: linkedPlayer.nullable() });

/** `offline`: no agent is connected; the rest is the state that the agent reports. */
export const serverStates = ['offline', ...gameStates] as const;
export type ServerState = (typeof serverStates)[number];

/** What every user sees of a server; the details for one caller add the linked player. */
export const serverState = z.object({
  id,
  name: z.string(),
  game,
  cluster: z.object({ id, name: z.string() }).nullable(),
  isConnected: z.boolean(),
  state: z.enum(serverStates),
  stateReason: z.string().nullable(),
  /** When the state began. */
  stateSince: isoDate.nullable(),
  playerCount: z.number().int().nullable(),
  structureCount: z.number().int().nullable(),
  map: z.string().nullable(),
  version: z.string().nullable(),
  day: z.number().int().nullable(),
  agent: z.object({ name: z.string(), version: z.string() }).nullable(),
  capabilities: capabilities.nullable(),
  /** What its admins have entered. */
  maxPlayers: z.number().int().nullable(),
  joinAddress: z.string().nullable(),
});

const joinDetails = z.object({
  maxPlayers: z
    .number('Enter a number.')
    .int('Enter a whole number.')
    .min(1, 'Enter a number from 1 to 1000.')
    .max(1000, 'Enter a number from 1 to 1000.')
    .nullable(),
  joinAddress: z
    .string()
    .trim()
    .refine(isJoinAddress, 'Enter a host and a port, such as play.example.org:7777.')
    .nullable(),
});

const serverDetails = serverState.extend({ linkedPlayer: linkedPlayer.nullable() });

/** Shown once: only a hash of the token is stored. */
const newLink = z.object({ token: z.string(), commandLine: z.string() });

const linkToken = z
  .string()
  .regex(/^[\w-]{32,128}$/, 'The token must have 32 to 128 letters, digits, - or _.')
  .refine((text) => new Set(text).size >= 10, 'This token is too easy to guess.');

const controlCode = z
  .string()
  .regex(controlCodePattern, 'The code has 8 letters and digits, without 0, O, 1, I and L.');

export const serversRoutes = defineRoutes({
  'GET /ark/servers': {
    summary: 'Servers by name',
    right: 'user',
    scope: 'read',
    query: z.object({ nameFilter: z.string().max(100).optional() }),
    reply: z.array(
      serverState.pick({
        id: true,
        name: true,
        game: true,
        cluster: true,
        state: true,
        stateReason: true,
        playerCount: true,
        maxPlayers: true,
        map: true,
        version: true,
      }),
    ),
  },
  'POST /ark/servers': {
    summary: "Add a server: its token and the agent's command line, shown once",
    right: 'admin',
    scope: 'none',
    body: z.object({ name: serverName, game, clusterId: id.optional() }),
    reply: z.object({ server: z.object({ id, name: z.string() }), ...newLink.shape }),
  },
  'GET /ark/servers/{id}': { summary: 'A server', right: 'user', scope: 'read', params: idParams, reply: server },
  'GET /ark/servers/{id}/details': {
    summary: 'A server with its state',
    right: 'user',
    scope: 'read',
    params: idParams,
    reply: serverDetails,
  },
  'PUT /ark/servers/{id}': {
    summary: 'Rename a server',
    right: 'serverAdmin',
    scope: 'servers',
    params: idParams,
    body: z.object({ name: serverName }),
    reply: z.object({ id, name: z.string() }),
  },
  'PUT /ark/servers/{id}/join': {
    summary: 'Enter how many can play at once, and where players connect to',
    right: 'serverAdmin',
    scope: 'servers',
    params: idParams,
    body: joinDetails,
    reply: joinDetails,
  },
  'DELETE /ark/servers/{id}': {
    summary: 'Remove a server with all its data',
    right: 'serverAdmin',
    scope: 'none',
    params: idParams,
    reply: nothing,
  },
  'POST /ark/servers/{id}/favorite': {
    summary: 'Star or unstar a server',
    right: 'user',
    scope: 'none',
    params: idParams,
    reply: z.object({ favoriteServers: z.array(z.string()) }),
  },
  'POST /ark/servers/{id}/token': {
    summary: 'Replace the token; the old connection is closed',
    right: 'serverAdmin',
    scope: 'none',
    params: idParams,
    body: z.object({ newToken: linkToken }),
    reply: z.object({ commandLine: z.string() }),
  },
  'POST /ark/servers/{id}/agent/update': {
    summary: "Update the server's agent to the version that this portal offers, where its operator allows it",
    // One agent may serve servers of others as well.
    right: 'admin',
    scope: 'none',
    params: idParams,
    reply: z.object({ version: z.string() }),
  },
  'POST /ark/servers/{id}/ping': {
    summary: 'Measure the round trip to the game server',
    right: 'user',
    scope: 'read',
    params: idParams,
    reply: z.object({ roundTripMs: z.number() }),
  },
  'POST /ark/servers/{id}/auth': {
    summary: "Show a code in the agent's console to prove control; for linked players of the server and portal Admins",
    right: 'user',
    scope: 'none',
    params: idParams,
    reply: nothing,
  },
  'POST /ark/servers/{id}/auth/confirm': {
    summary: "Become the server's admin with that code",
    right: 'user',
    scope: 'none',
    params: idParams,
    body: z.object({ twoFaCode: controlCode }),
    reply: z.object({ isAdmin: z.literal(true), linkedPlayer: linkedPlayer.nullable() }),
  },
  'GET /ark/agent': {
    summary: 'The agent that this portal offers, and the command line that runs it',
    right: 'user',
    scope: 'read',
    /** Builds of one version differ by a hash of their contents. */
    reply: z.object({ version: z.string(), build: z.string(), commandLine: z.string() }),
  },
  'GET /ark/agent.tgz': {
    summary: 'The agent as an npm package. npx caches by URL: use the URL of a build instead',
    right: 'anyone',
    reply: 'raw',
  },
  'GET /ark/agent/{file}': {
    summary: 'The agent as an npm package, `<version>-<build>.tgz`: run it with `npx <this URL>`',
    right: 'anyone',
    params: z.object({ file: z.string().regex(/^[\w.-]{1,80}$/, 'The name of an agent is <version>-<build>.tgz.') }),
    reply: 'raw',
  },
});

/** What the set-up of a server lacks: paths and addresses of the game's machine, for its admins alone. */
export const serverSetup = z.object({
  isConnected: z.boolean(),
  /** Null until an agent that reports them has connected. */
  checks: z.array(setupCheck).nullable(),
});

export const serversTopics = defineTopics({
  'servers.state': {
    right: 'user',
    scope: 'read',
    isOfServer: true,
    isKeyed: true,
    snapshot: serverState,
    events: { changed: serverState },
  },
  'servers.setup': {
    right: 'serverAdmin',
    scope: 'servers',
    isOfServer: true,
    isKeyed: true,
    snapshot: serverSetup,
    events: { changed: serverSetup },
  },
});
