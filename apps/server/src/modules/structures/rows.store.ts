import { sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';

/** The reading that tells the rows. */
export type Telling = { serverId: string; revision: string; savedAt: Date };

export type ToldStructure = {
  id: string;
  className: string;
  teamId: number;
  teamName?: string | undefined;
  ownerArkId?: string | undefined;
  ownerName?: string | undefined;
  name?: string | undefined;
  x: number;
  y: number;
  z: number;
  health?: number | undefined;
  maxHealth?: number | undefined;
  builtAt?: Date | undefined;
};

export type ToldTribe = {
  id: number;
  name: string;
  ownerArkId?: string | undefined;
  adminArkIds: string[];
  members: { arkId: string; name: string }[];
  log: string[];
};

export type ToldSurvivor = {
  arkId: string;
  playerId?: string | undefined;
  name: string;
  platformName?: string | undefined;
  level?: number | undefined;
  teamId?: number | undefined;
  /** When they logged in by the game's own clock, … */
  loginGame?: number | undefined;
  /** … when that was as far as this save tells, … */
  loginAt?: Date | undefined;
  /** … and when the game last wrote of them. */
  writtenAt?: Date | undefined;
  x?: number | undefined;
  y?: number | undefined;
  z?: number | undefined;
};

export type ToldClass = { className: string; kind: string; directory?: string | undefined; count: number };

/**
 * A batch is one statement: its rows go over as one text. Rows that are there are changed, the others are added; an
 * `on conflict` would use up a number of the table for each row that is there already, and they are not without end.
 * Answers how many were added.
 */
export async function putStructures(db: Db, telling: Telling, rows: ToldStructure[]): Promise<number> {
  const { serverId, revision, savedAt } = telling;
  const { rowCount } = await db.execute(sql`
    with told as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(
        id text, "className" text, "teamId" bigint, "teamName" text, "ownerArkId" text, "ownerName" text, name text,
        x real, y real, z real, health real, "maxHealth" real, "builtAt" timestamptz)
    ), changed as (
      update structures s set
        class_name = told."className", tribe_id = told."teamId", tribe_name = told."teamName",
        owner_ark_id = told."ownerArkId", owner_name = told."ownerName", name = told.name,
        x = told.x, y = told.y, z = told.z, health = told.health, max_health = told."maxHealth",
        built_at = coalesce(s.built_at, told."builtAt"), revision = ${revision},
        last_seen_at = greatest(s.last_seen_at, ${savedAt.toISOString()}::timestamptz), gone_at = null
      from told where s.server_id = ${serverId} and s.save_id = told.id
      returning s.save_id
    )
    insert into structures (server_id, save_id, class_name, tribe_id, tribe_name, owner_ark_id, owner_name, name,
      x, y, z, health, max_health, built_at, revision, first_seen_at, last_seen_at)
    select ${serverId}, id, "className", "teamId", "teamName", "ownerArkId", "ownerName", name,
      x, y, z, health, "maxHealth", "builtAt", ${revision}, ${savedAt.toISOString()}::timestamptz,
      ${savedAt.toISOString()}::timestamptz
    from told where not exists (select 1 from changed where changed.save_id = told.id)`);
  return rowCount ?? 0;
}

export async function putTribes(db: Db, telling: Telling, rows: ToldTribe[]): Promise<void> {
  const { serverId, revision, savedAt } = telling;
  await db.execute(sql`
    insert into tribes (server_id, id, name, owner_ark_id, admin_ark_ids, members, log, revision, first_seen_at,
      last_seen_at)
    select ${serverId}, id, name, "ownerArkId", "adminArkIds", members, log, ${revision},
      ${savedAt.toISOString()}::timestamptz, ${savedAt.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(
      id bigint, name text, "ownerArkId" text, "adminArkIds" text[], members jsonb, log text[])
    on conflict (server_id, id) do update set name = excluded.name, owner_ark_id = excluded.owner_ark_id,
      admin_ark_ids = excluded.admin_ark_ids, members = excluded.members, log = excluded.log,
      revision = excluded.revision, last_seen_at = greatest(tribes.last_seen_at, excluded.last_seen_at), gone_at = null`);
}

/**
 * The game's clock stands still while the game does not run, so that the same login seems later with each save: the
 * moment stays that was found when it was first told.
 */
export async function putSurvivors(db: Db, telling: Telling, rows: ToldSurvivor[]): Promise<void> {
  const { serverId, revision, savedAt } = telling;
  await db.execute(sql`
    insert into survivors (server_id, ark_id, player_id, name, platform_name, level, tribe_id, login_at, login_game,
      x, y, z, revision, first_seen_at, last_seen_at)
    select ${serverId}, "arkId", "playerId", t.name, "platformName", t.level, "teamId",
      greatest(case when abs(old.login_game - "loginGame") <= 1 then old.login_at else "loginAt" end, "writtenAt"),
      "loginGame", t.x, t.y, t.z, ${revision}, ${savedAt.toISOString()}::timestamptz,
      ${savedAt.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(
      "arkId" text, "playerId" text, name text, "platformName" text, level int, "teamId" bigint,
      "loginGame" double precision, "loginAt" timestamptz, "writtenAt" timestamptz, x real, y real, z real)
    left join survivors old on old.server_id = ${serverId} and old.ark_id = "arkId"
    on conflict (server_id, ark_id) do update set player_id = excluded.player_id, name = excluded.name,
      platform_name = excluded.platform_name, level = excluded.level, tribe_id = excluded.tribe_id,
      login_at = coalesce(excluded.login_at, survivors.login_at),
      login_game = coalesce(excluded.login_game, survivors.login_game), x = excluded.x, y = excluded.y, z = excluded.z,
      revision = excluded.revision, last_seen_at = greatest(survivors.last_seen_at, excluded.last_seen_at),
      gone_at = null`);
}

/** A class that is told with none is one that is gone. */
export async function putClasses(db: Db, { serverId, revision }: Telling, rows: ToldClass[]): Promise<void> {
  await db.execute(sql`
    insert into save_classes (server_id, class_name, kind, directory, count, revision)
    select ${serverId}, "className", kind, directory, count, ${revision}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(
      "className" text, kind text, directory text, count int)
    on conflict (server_id, class_name) do update set kind = excluded.kind, directory = excluded.directory,
      count = excluded.count, revision = excluded.revision`);
}
