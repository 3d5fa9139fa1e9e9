import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { guildId, id, isoDate } from './shared/schemas.ts';

/** The file's name with its sub-path, percent-encoded as one segment. */
const file = z.string().min(1).max(512);
const params = z.object({ file });
/** The same with its slashes unencoded. A name whose second part is `versions` has to be encoded. */
const wildcardParams = z.object({ file, '*': z.string().max(512) });

/** Names a state of the file, or of one guild's part: saving over another one is refused. */
const version = z.string().regex(/^[0-9a-f]{64}$/, 'This is not a version of a database.');

const mib = 1024 * 1024;
export const databaseLimits = {
  maxBytes: 10 * mib,
  maxDepth: 200,
  /** Earlier versions of a file that are kept. */
  keptVersions: 50,
} as const;

/** Where a text stops being JSON that every program reads alike; both count from 1. */
export const jsonProblem = z.object({ message: z.string(), line: z.number().int(), column: z.number().int() });

const database = z.object({
  file: z.string(),
  bytes: z.number().int(),
  changedAt: isoDate,
  /** Its top-level keys are guild ids; null where the file is not JSON. */
  isScoped: z.boolean().nullable(),
});

const databaseText = z.object({
  text: z.string(),
  version,
  /** A file that someone changed by hand need not be JSON: it is shown all the same, to be put right. */
  problem: jsonProblem.nullable(),
});

const databaseVersion = z.object({
  id,
  version,
  at: isoDate,
  /** Null where the portal only found it so. */
  by: z.string().nullable(),
  kind: z.enum(['saved', 'restored', 'found']),
  guildId: guildId.nullable(),
  bytes: z.number().int(),
  isCurrent: z.boolean(),
});

const readRoute = {
  summary: 'A database or the part of one guild, as data or as its very text, or the list of its guilds',
  right: 'owner',
  params,
  query: z.object({
    guildId: guildId.optional(),
    fetchGuilds: z.stringbool().optional(),
    as: z.enum(['data', 'text']).default('data'),
  }),
  reply: z.union([databaseText, z.object({ data: z.unknown(), version }), z.array(z.string())]),
} as const;

const saveRoute = {
  summary: 'Save a database or the part of one guild: as data, or as text, which is kept letter for letter',
  right: 'owner',
  params,
  body: z
    .object({
      data: z.unknown().optional(),
      text: z.string().optional(),
      guildId: guildId.optional(),
      /** Of what the change was made to. Without it the newest is written over. */
      version: version.optional(),
    })
    .refine((body) => (body.data === undefined) !== (body.text === undefined), {
      path: ['data'],
      message: 'Send either data or text.',
    }),
  reply: z.object({ version }),
  // A text has its quotes and line breaks escaped.
  maxBodyBytes: 2.5 * databaseLimits.maxBytes,
  isStrictJson: true,
} as const;

export const databasesRoutes = defineRoutes({
  'GET /databases': {
    summary: 'The JSON databases',
    right: 'owner',
    reply: z.array(database),
  },
  'GET /databases/{file}': readRoute,
  'GET /databases/{file}/*': { ...readRoute, params: wildcardParams },
  'POST /databases/{file}': saveRoute,
  'POST /databases/{file}/*': { ...saveRoute, params: wildcardParams },
  'GET /databases/{file}/versions': {
    summary: 'Earlier versions of a database, newest first',
    right: 'owner',
    params,
    reply: z.array(databaseVersion),
  },
  'GET /databases/{file}/versions/{versionId}': {
    summary: 'The text of an earlier version',
    right: 'owner',
    params: z.object({ file, versionId: id }),
    reply: z.object({ text: z.string(), version }),
  },
  'POST /databases/{file}/versions/{versionId}/restore': {
    summary: 'Put an earlier version back, byte for byte',
    right: 'owner',
    params: z.object({ file, versionId: id }),
    body: z.object({ version: version.optional() }),
    reply: z.object({ version }),
  },
});
