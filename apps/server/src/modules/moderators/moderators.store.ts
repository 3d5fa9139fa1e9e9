import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import { prepared, type Db } from '../../db/db.ts';
import { moderators } from '../../db/tables/moderation.table.ts';
import { linkedPlayers } from '../../db/tables/players.table.ts';
import { serverAdmins, servers } from '../../db/tables/servers.table.ts';

/** What a row of `moderators` allows. */
export type Grant = { powers: string[]; maxBanDays: number | null };
export type ServerTies = { serverId: string; isAdmin: boolean; grants: Grant[] };

const userId = sql.placeholder('userId');
const isServerAdmin = or(linkedPlayers.isAdmin, isNotNull(serverAdmins.userId));

/** Grants of a removed server or cluster have no id any more, and match none. */
const grantsHere = sql`from ${moderators} where ${moderators.userId} = ${userId}
  and (${moderators.reach} = 'all' or ${moderators.serverId} = ${servers.id} or ${moderators.clusterId} = ${servers.clusterId})`;

const selectTies = (db: Db) =>
  db
    .select({
      serverId: servers.id,
      isAdmin: sql<boolean>`coalesce(${isServerAdmin}, false)`,
      grants: sql<
        Grant[]
      >`array(select json_build_object('powers', ${moderators.powers}, 'maxBanDays', ${moderators.maxBanDays})
        ${grantsHere})`,
    })
    .from(servers)
    .leftJoin(linkedPlayers, and(eq(linkedPlayers.serverId, servers.id), eq(linkedPlayers.userId, userId)))
    .leftJoin(serverAdmins, and(eq(serverAdmins.serverId, servers.id), eq(serverAdmins.userId, userId)));

const tiesOfServer = prepared((db) =>
  selectTies(db)
    .where(eq(servers.id, sql.placeholder('serverId')))
    .prepare('moderators_server_ties'),
);

/** What makes a user an admin or moderator of a server; undefined if there is no such server. */
export async function findServerTies(db: Db, userId: string, serverId: string): Promise<ServerTies | undefined> {
  const [row] = await tiesOfServer(db).execute({ userId, serverId });
  return row;
}

const allTies = prepared((db) =>
  selectTies(db)
    .where(or(isServerAdmin, sql`exists (select ${grantsHere})`))
    .prepare('moderators_all_ties'),
);

/** The same for all servers that a user administers or moderates. */
export async function findAllTies(db: Db, userId: string): Promise<ServerTies[]> {
  return allTies(db).execute({ userId });
}

export type GrantRow = Grant & { reach: 'server' | 'cluster' | 'all'; clusterId: string | null };

const grantsOf = prepared((db) =>
  db
    .select({
      reach: moderators.reach,
      clusterId: moderators.clusterId,
      powers: moderators.powers,
      maxBanDays: moderators.maxBanDays,
    })
    .from(moderators)
    .where(eq(moderators.userId, userId))
    .prepare('moderators_grants'),
);

export async function findGrants(db: Db, userId: string): Promise<GrantRow[]> {
  return grantsOf(db).execute({ userId });
}
