import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { guildId, id, isoDate, nothing } from './shared/schemas.ts';
import { defineTopics } from './shared/topic.ts';

/** The file's name with its sub-path, percent-encoded as one segment. */
const file = z.string().min(1).max(512);
const params = z.object({ file });
/** The same with its slashes unencoded. A name whose second part is `versions` has to be encoded. */
const wildcardParams = z.object({ file, '*': z.string().max(512) });

/** The version of the file, or of one guild's part: writing over another version is refused. */
const version = z.string().regex(/^[0-9a-f]{64}$/, 'This is not a version of a database.');

const mib = 1024 * 1024;
export const databaseLimits = {
  maxBytes: 10 * mib,
  maxDepth: 200,
  /** Retained versions of a file. */
  maxVersions: 50,
} as const;

/** Where a text stops being interoperable JSON; both count from 1. */
export const jsonProblem = z.object({ message: z.string(), line: z.number().int(), column: z.number().int() });

const database = z.object({
  file: z.string(),
  bytes: z.number().int(),
  changedAt: isoDate,
  /** Whether its top-level keys are guild ids; null if the file is not JSON. */
  isScoped: z.boolean().nullable(),
});

const databaseText = z.object({
  text: z.string(),
  version,
  /** A file that was edited by hand may not be JSON: it is shown anyway, to be fixed. */
  problem: jsonProblem.nullable(),
});

const databaseVersion = z.object({
  id,
  version,
  at: isoDate,
  /** Null if it was changed outside the portal. */
  by: z.string().nullable(),
  kind: z.enum(['saved', 'restored', 'found']),
  guildId: guildId.nullable(),
  bytes: z.number().int(),
  isCurrent: z.boolean(),
});

const readRoute = {
  summary: 'A database or the part of one guild, as data or as text, or the list of its guilds',
  right: 'owner',
  scope: 'databases',
  params,
  query: z.object({
    guildId: guildId.optional(),
    fetchGuilds: z.stringbool().optional(),
    as: z.enum(['data', 'text']).default('data'),
  }),
  reply: z.union([databaseText, z.object({ data: z.unknown(), version }), z.array(z.string())]),
} as const;

const saveRoute = {
  summary: 'Write a database or the part of one guild: as data, or as text, which is stored verbatim',
  right: 'owner',
  scope: 'databases',
  params,
  body: z
    .object({
      data: z.unknown().optional(),
      text: z.string().optional(),
      guildId: guildId.optional(),
      /** The version that was edited. Without it the newest is overwritten. */
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
    scope: 'databases',
    reply: z.array(database),
  },
  'GET /databases/{file}': readRoute,
  'GET /databases/{file}/*': { ...readRoute, params: wildcardParams },
  'POST /databases/{file}': saveRoute,
  'POST /databases/{file}/*': { ...saveRoute, params: wildcardParams },
  'GET /databases/{file}/versions': {
    summary: 'Earlier versions of a database, newest first',
    right: 'owner',
    scope: 'databases',
    params,
    reply: z.array(databaseVersion),
  },
  'GET /databases/{file}/versions/{versionId}': {
    summary: 'The text of an earlier version',
    right: 'owner',
    scope: 'databases',
    params: z.object({ file, versionId: id }),
    reply: z.object({ text: z.string(), version }),
  },
  'POST /databases/{file}/versions/{versionId}/restore': {
    summary: 'Restore an earlier version, byte for byte',
    right: 'owner',
    scope: 'databases',
    params: z.object({ file, versionId: id }),
    body: z.object({ version: version.optional() }),
    reply: z.object({ version }),
  },
});

export const databasesTopics = defineTopics({
  /** A database was written: refetch. */
  databases: {
    right: 'owner',
    scope: 'databases',
    isKeyed: false,
    snapshot: nothing,
    events: { changed: z.object({ file: z.string(), version: z.string() }) },
  },
});
