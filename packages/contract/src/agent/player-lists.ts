import * as z from 'zod';

/** The lists of players that a game server keeps in a file. */
export const playerLists = ['bans', 'whitelist'] as const;
export type PlayerList = (typeof playerLists)[number];

export const listLimits = { maxIdsPerPage: 2_000, maxIdsPerChange: 10 } as const;

/** SHA-256 of the sorted ids, one on each line. */
export const listDigest = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * What the file of a list contains, whenever that changes and after every hello. Without a digest the list is not
 * known: there is no such file, or the agent may not read it.
 */
export const listState = z.object({
  list: z.enum(playerLists),
  digest: listDigest.nullable(),
  count: z.number().int().min(0).max(10_000_000),
});
