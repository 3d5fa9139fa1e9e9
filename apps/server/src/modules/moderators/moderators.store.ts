import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import { prepared, type Db } from '../../db/db.ts';
import { moderators } from '../../db/tables/moderation.table.ts';
import { linkedPlayers } from '../../db/tables/players.table.ts';
import { clusters, serverAdmins, servers } from '../../db/tables/servers.table.ts';

/** What a row of `moderators` allows now. */
export type Grant = { powers: string[]; maxBanDays: number | null };
export type ServerTies = { serverId: string; name: string; isAdmin: boolean; grants: Grant[] };

const userId = sql.placeholder('userId');
const isServerAdmin = or(linkedPlayers.isAdmin, isNotNull(serverAdmins.userId));

/** A user, and since when Discord has to have confirmed that they have a role. */
type Who = { userId: string; confirmedAfter: Date };

const isOfUser = sql`${moderators.userId} = ${userId}
  and (${moderators.roleRuleId} is null or ${moderators.grantedAt} > ${sql.placeholder('confirmedAfter')})`;

/** Grants of a removed server or cluster have no id any more, and match none. */
const grantsHere = sql`from ${moderators} where ${isOfUser}
  and (${moderators.reach} = 'all' or ${moderators.serverId} = ${servers.id} or ${moderators.clusterId} = ${servers.clusterId})`;

const selectTies = (db: Db) =>
  db
    .select({
      serverId: servers.id,
      name: servers.name,
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
export async function findServerTies(db: Db, who: Who, serverId: string): Promise<ServerTies | undefined> {
  const [row] = await tiesOfServer(db).execute({ ...who, serverId });
  return row;
}

const allTies = prepared((db) =>
  selectTies(db)
    .where(or(isServerAdmin, sql`exists (select ${grantsHere})`))
    .prepare('moderators_all_ties'),
);

/** The same for all servers that a user administers or moderates. */
export async function findAllTies(db: Db, who: Who): Promise<ServerTies[]> {
  return allTies(db).execute(who);
}

export type GrantRow = Grant & {
  reach: 'server' | 'cluster' | 'all';
  clusterId: string | null;
  clusterName: string | null;
};

const grantsOf = prepared((db) =>
  db
    .select({
      reach: moderators.reach,
      clusterId: moderators.clusterId,
      clusterName: clusters.name,
      powers: moderators.powers,
      maxBanDays: moderators.maxBanDays,
    })
    .from(moderators)
    .leftJoin(clusters, eq(clusters.id, moderators.clusterId))
    .where(isOfUser)
    .prepare('moderators_grants'),
);

export async function findGrants(db: Db, who: Who): Promise<GrantRow[]> {
  return grantsOf(db).execute(who);
}
