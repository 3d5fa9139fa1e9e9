import { sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';

export type TeamsStamp = { revision: string | null; readAt: string | null; seen: string; online: string };

/** Changes with everything that teams are made of, and is found without reading them. */
export async function findTeamsStamp(db: Db, serverId: string): Promise<TeamsStamp | undefined> {
  const { rows } = await db.execute<TeamsStamp>(sql`
    select saves.revision, saves.read_at::text as "readAt",
      (select concat(count(*), ' ', max(seen_at)) from known_players where server_id = servers.id) as seen,
      (select concat(servers.state in ('up', 'degraded') and exists (select 1 from links where server_id = servers.id),
        ' ', md5(string_agg(player_id, ' ' order by player_id))) from online_players
        where server_id = servers.id) as online
    from servers left join saves on saves.server_id = servers.id where servers.id = ${serverId}`);
  return rows[0];
}
