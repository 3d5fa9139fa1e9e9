import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';

/** The smallest normal number of a column of type `real`. */
const smallestReal = 2 ** -126;

/** The save that the rows belong to. */
export type SaveKey = { serverId: string; revision: string; savedAt: Date };

export type StructureInput = {
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

export type TribeInput = {
  id: number;
  name: string;
  ownerArkId?: string | undefined;
  adminArkIds: string[];
  members: { arkId: string; name: string }[];
  log: string[];
};

export type SurvivorInput = {
  arkId: string;
  playerId?: string | undefined;
  name: string;
  platformName?: string | undefined;
  level?: number | undefined;
  teamId?: number | undefined;
  /** The last login by the game's own clock, … */
  loginGame?: number | undefined;
  /** … the same as an estimated date, … */
  loginAt?: Date | undefined;
  /** … and when the game last wrote their profile. */
  writtenAt?: Date | undefined;
  x?: number | undefined;
  y?: number | undefined;
  z?: number | undefined;
};

export type ClassInput = { className: string; kind: string; directory?: string | undefined; count: number };

/**
 * A batch is one statement with one JSON parameter. Existing rows are updated, new ones inserted; `on conflict` would use
 * up a value of the id sequence for every existing row, and the sequence is finite. Returns how many were inserted.
 */
export async function putStructures(db: Db, save: SaveKey, rows: StructureInput[]): Promise<number> {
  const { serverId, revision, savedAt } = save;
  const { rowCount } = await db.execute(sql`
    with sent as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(
        id text, "className" text, "teamId" bigint, "teamName" text, "ownerArkId" text, "ownerName" text, name text,
        x real, y real, z real, health real, "maxHealth" real, "builtAt" timestamptz)
    ), changed as (
      update structures s set
        class_name = sent."className", tribe_id = sent."teamId", tribe_name = sent."teamName",
        owner_ark_id = sent."ownerArkId", owner_name = sent."ownerName", name = sent.name,
        x = sent.x, y = sent.y, z = sent.z, health = sent.health, max_health = sent."maxHealth",
        built_at = coalesce(s.built_at, sent."builtAt"), revision = ${revision},
        last_seen_at = greatest(s.last_seen_at, ${savedAt.toISOString()}::timestamptz), gone_at = null
      from sent where s.server_id = ${serverId} and s.save_id = sent.id
      returning s.save_id
    )
    insert into structures (server_id, save_id, class_name, tribe_id, tribe_name, owner_ark_id, owner_name, name,
      x, y, z, health, max_health, built_at, revision, first_seen_at, last_seen_at)
    select ${serverId}, id, "className", "teamId", "teamName", "ownerArkId", "ownerName", name,
      x, y, z, health, "maxHealth", "builtAt", ${revision}, ${savedAt.toISOString()}::timestamptz,
      ${savedAt.toISOString()}::timestamptz
    from sent where not exists (select 1 from changed where changed.save_id = sent.id)`);
  return rowCount ?? 0;
}

/** The stored logs of these tribes, by their number. */
export async function findTribeLogs(db: Db, serverId: string, ids: number[]): Promise<Map<number, string[]>> {
  const { rows } = await db.execute<{ id: string; log: string[] }>(
    sql`select id, log from tribes where server_id = ${serverId} and id in ${ids}`,
  );
  return new Map(rows.map(({ id, log }) => [Number(id), log]));
}

export async function putTribes(db: Db, save: SaveKey, rows: TribeInput[]): Promise<void> {
  const { serverId, revision, savedAt } = save;
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
 * The game's clock stops while the game does not run, so the same login seems later with each save: the date that was
 * estimated first is retained.
 */
export async function putSurvivors(db: Db, save: SaveKey, rows: SurvivorInput[]): Promise<void> {
  const { serverId, revision, savedAt } = save;
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

/** A count of 0 means that the class is gone. */
export async function putClasses(db: Db, { serverId, revision }: SaveKey, rows: ClassInput[]): Promise<void> {
  await db.execute(sql`
    insert into save_classes (server_id, class_name, kind, directory, count, revision)
    select ${serverId}, "className", kind, directory, count, ${revision}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(
      "className" text, kind text, directory text, count int)
    on conflict (server_id, class_name) do update set kind = excluded.kind, directory = excluded.directory,
      count = excluded.count, revision = excluded.revision`);
}

type Reals = { x: number; y: number; z: number; health?: number | undefined; maxHealth?: number | undefined };

/** Rounds to what a column of type `real` holds: the database rejects smaller numbers instead of rounding to 0. */
export function toReal<Row extends Reals>(row: Row): Row {
  const { health, maxHealth } = row;
  return {
    ...row,
    x: nearest(row.x),
    y: nearest(row.y),
    z: nearest(row.z),
    ...(health === undefined ? {} : { health: nearest(health) }),
    ...(maxHealth === undefined ? {} : { maxHealth: nearest(maxHealth) }),
  };
}

function nearest(value: number): number {
  return Math.abs(value) < smallestReal ? 0 : Math.fround(value);
}
