import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { guildId } from './schemas.ts';

/** The file's name with its sub-path, percent-encoded as one segment. */
const file = z.string().min(1).max(512);

const content = z.object({ data: z.unknown(), version: z.string() });

export const databasesRoutes = defineRoutes({
  'GET /databases': {
    summary: 'The JSON databases',
    right: 'owner',
    reply: z.array(z.object({ file: z.string() })),
  },
  'GET /databases/{file}': {
    summary: 'A database, the part of one guild, or the list of its guilds',
    right: 'owner',
    params: z.object({ file }),
    query: z.object({ guildId: guildId.optional(), fetchGuilds: z.stringbool().optional() }),
    reply: z.union([content, z.object({ guilds: z.array(z.string()) })]),
  },
  'POST /databases/{file}': {
    summary: 'Save a database or the part of one guild',
    right: 'owner',
    params: z.object({ file }),
    body: z.object({ data: z.json(), guildId: guildId.optional(), version: z.string().optional() }),
    reply: z.object({ version: z.string() }),
    maxBodyBytes: 8 * 1024 * 1024,
  },
});
