import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { SettingError, type Config } from './config.ts';
import type { Ctx } from './context.ts';
import { readIdentity, registerUse } from './db/database-use.ts';
import { refuseNewerDatabase } from './db/migrate.ts';
import { hasDatabaseMirror } from './modules/databases/mirror-records.ts';
import { hasObjectStorage, openObjectStorage } from './object-storage.ts';
import type { Unsubscribe } from './platform/bus/bus.ts';
import { bodyOf } from './platform/s3/s3-client.ts';
import { version } from './platform/server-root.ts';

/** Those of the settings whose folders portals that serve together share. */
const sharedFolders = {
  FILES_DIR: 'files',
  DATABASES_DIR: 'databases',
  MUSIC_DIR: 'music',
  TERMINAL_RECORDING_DIR: 'recordings',
} as const satisfies Partial<Record<keyof Config, string>>;

type FolderSetting = keyof typeof sharedFolders;

const helloSubject = 'portals.hello';
const replySubject = (id: string) => `portals.reply.${id}`;
const replyWithinMs = 700;
const otherMayStopMs = 15_000;

const hello = z.object({
  id: z.string().max(100),
  signature: z.string().max(100),
  database: z.string().max(200).optional(),
  folders: z.record(z.string(), z.string().max(200)),
  /** An object in the store of the files. */
  storage: z.string().max(200).optional(),
});
const reply = z.object({
  host: z.string(),
  pid: z.number(),
  differs: z.array(z.string()),
  /** Whether PostgreSQL holds its JSON databases; earlier versions do not know that. */
  hasMirror: z.boolean().optional(),
  /** Earlier versions do not say. */
  version: z.string().max(100).optional(),
});
type Peer = z.output<typeof reply>;

export const sharedSettings = Object.keys(sharedFolders) as FolderSetting[];

/** Those whose folders matter: neither files nor songs with a store for them, nor JSON databases in PostgreSQL. */
const inUse = (config: Config) =>
  sharedSettings.filter((setting) => {
    if (setting === 'TERMINAL_RECORDING_DIR') return config.TERMINAL_RECORDING === 'on';
    if (setting === 'DATABASES_DIR') return !hasDatabaseMirror(config);
    return !(hasObjectStorage(config) && (setting === 'FILES_DIR' || setting === 'MUSIC_DIR'));
  });

export function folderOf({ DATA_DIR, ...config }: Config, setting: FolderSetting): string {
  return config[setting] ?? join(DATA_DIR, sharedFolders[setting]);
}

/**
 * Refuses a set-up in which portals would do each other harm: a database that is used without a bus between the
 * portals, or portals on one bus with other databases, secrets or folders. Runs until it is stopped.
 */
export async function joinPeers(
  ctx: Ctx,
  { print, signal }: { print: (line: string) => void; signal: AbortSignal },
): Promise<() => Promise<void>> {
  const { config, db, log } = ctx;
  const isAlone = config.NATS_URL === undefined;
  if (isAlone && config.DATABASE_URL === undefined) return async () => {};
  const kind = isAlone ? 'exclusive' : 'shared';
  const use = await registerUse(db, {
    kind,
    log,
    signal,
    waitMs: otherMayStopMs,
    onWait: () => print('Waiting for another portal, which uses the same database, to stop'),
  });
  signal.throwIfAborted();
  if (!use)
    throw new SettingError(
      isAlone
        ? 'Another portal uses the database of DATABASE_URL. Set NATS_URL for portals that serve together, or stop the other one.'
        : 'Another portal uses the database of DATABASE_URL without NATS_URL. Set the same NATS_URL there, or stop it.',
    );
  try {
    // Before the use was registered, another portal could upgrade the database.
    await refuseNewerDatabase(db);
    if (isAlone) return use.stop;
    const stopReplies = await meetPeers(ctx, print);
    return async () => {
      stopReplies();
      await use.stop();
    };
  } catch (error) {
    await use.stop();
    throw error;
  }
}

/** Replies to portals that start, until it is stopped, and refuses a set-up that differs from that of the running ones. */
async function meetPeers(ctx: Ctx, print: (line: string) => void): Promise<Unsubscribe> {
  const database = await readIdentity(ctx.db);
  // A process gets its own messages, too.
  const id = newId();
  const stopReplies = replyToPeers(ctx, id, database);
  try {
    await ctx.bus.subscribed();
    await refuseOtherSetUp(ctx, { id, database, print });
    return stopReplies;
  } catch (error) {
    stopReplies();
    throw error;
  }
}

/** Tells a portal that starts what differs from this one. */
function replyToPeers(ctx: Ctx, id: string, database: string | undefined): Unsubscribe {
  const { bus, config, key, log } = ctx;
  const compare = async (peer: z.output<typeof hello>) => {
    const differs = [
      ...(peer.database !== undefined && database !== undefined && peer.database !== database ? ['DATABASE_URL'] : []),
      ...(key.isSignature('portals', peer.id, peer.signature) ? [] : ['SECRET_KEY']),
      ...((await hasStorageOf(config, peer.storage)) ? [] : ['FILES_S3_ENDPOINT']),
      ...foldersWithout(config, peer.folders),
    ];
    if (differs.length > 0) log.error({ differs }, 'A portal with other settings has been refused');
    const hasMirror = hasDatabaseMirror(config);
    bus.publish(replySubject(peer.id), { host: hostname(), pid: process.pid, differs, hasMirror, version });
  };
  return bus.subscribe(helloSubject, (data) => {
    const { data: peer } = hello.safeParse(data);
    if (!peer || peer.id === id) return;
    void compare(peer).catch((err: unknown) => log.warn({ err }, 'Another portal could not be compared with this one'));
  });
}

/** Whether this portal finds the object that another one has put into its store, or both have none. */
async function hasStorageOf(config: Config, marker: string | undefined): Promise<boolean> {
  const storage = openObjectStorage(config);
  if (!storage || marker === undefined) return storage === undefined && marker === undefined;
  try {
    return /^portals\/[\w-]+$/.test(marker) && (await storage.sizeOf(marker)) !== undefined;
  } finally {
    storage.close();
  }
}

function foldersWithout(config: Config, markers: Record<string, string>): FolderSetting[] {
  const own = inUse(config);
  return sharedSettings.filter((setting) => {
    const marker = markers[setting];
    if (setting === 'DATABASES_DIR' && own.includes(setting) !== (marker !== undefined)) return true;
    if (marker === undefined || !own.includes(setting) || !/^\.portal-[\w-]+$/.test(marker)) return false;
    return !existsSync(join(folderOf(config, setting), marker));
  });
}

/** Refuses a set-up that other portals do not have. */
async function refuseOtherSetUp(
  ctx: Ctx,
  { print, ...self }: { id: string; database: string | undefined; print: (line: string) => void },
): Promise<void> {
  const replies = await askPeers(ctx, self);
  const other = replies.find(({ differs }) => differs.length > 0);
  if (other) throw new SettingError(explainDifference(other));
  if (replies.length > 0)
    print(`Serving together with ${replies.length} other portal${replies.length > 1 ? 's' : ''}.`);
  for (const sentence of replies.flatMap((peer) => explainVersion(peer) ?? [])) ctx.log.warn(sentence);
}

/** Puts a file into each shared folder, and asks the portals on the bus whether it is in theirs. */
export async function askPeers(
  { bus, config, key }: Pick<Ctx, 'bus' | 'config' | 'key'>,
  { id = newId(), database }: { id?: string; database?: string | undefined } = {},
): Promise<Peer[]> {
  const marker = `.portal-${id}`;
  const settings = inUse(config);
  const storage = openObjectStorage(config);
  const object = storage && `portals/${id}`;
  const paths = settings.map((setting) => join(folderOf(config, setting), marker));
  const replies: Peer[] = [];
  const stop = bus.subscribe(replySubject(id), (data) => {
    const parsed = reply.safeParse(data);
    if (parsed.success) replies.push(parsed.data);
  });
  try {
    for (const path of paths) {
      mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
      writeFileSync(path, '');
    }
    if (object !== undefined) await storage?.put(object, bodyOf());
    await bus.subscribed();
    const folders = Object.fromEntries(settings.map((setting) => [setting, marker]));
    bus.publish(helloSubject, { id, signature: key.sign('portals', id), database, folders, storage: object });
    await delay(replyWithinMs);
  } finally {
    stop();
    for (const path of paths) rmSync(path, { force: true });
    if (object !== undefined) await storage?.remove(object).catch(() => {});
    storage?.close();
  }
  if (!hasDatabaseMirror(config)) return replies;
  const differing = (peer: Peer) => (peer.hasMirror ? peer.differs : [...new Set([...peer.differs, 'DATABASES_DIR'])]);
  return replies.map((peer) => ({ ...peer, differs: differing(peer) }));
}

function newId(): string {
  return randomBytes(12).toString('base64url');
}

const onAllOrNone = ' Set DATABASES_DIR on all of them or, so that PostgreSQL holds the JSON databases, on none.';

const whereIs = ({ host, pid }: Pick<Peer, 'host' | 'pid'>) => `the portal on ${host} (process ${pid})`;

/** Portals of two versions may serve together during an upgrade that changes no tables. */
export function explainVersion(peer: Peer): string | undefined {
  if (peer.version === version) return undefined;
  const other = peer.version === undefined ? 'an older version' : `version ${peer.version}`;
  return `This is version ${version}, and ${whereIs(peer)} is ${other}. Bring all portals to the same version soon.`;
}

export function explainDifference({ differs, ...peer }: Peer): string {
  const where = whereIs(peer);
  if (differs.includes('DATABASE_URL'))
    return `NATS_URL is also used by ${where}, which has another database. Portals that serve together need the same DATABASE_URL; others need a NATS server, or an account there, of their own.`;
  if (differs.includes('SECRET_KEY'))
    return `SECRET_KEY is not that of ${where}. Portals that serve together need the same one.`;
  if (differs.includes('FILES_S3_ENDPOINT'))
    return `The settings of FILES_S3 do not lead to the store of ${where}. Portals that serve together need the same store, or none and the same folders.`;
  const names = differs.join(', ');
  return `${names} ${differs.length > 1 ? 'are not the folders' : 'is not the folder'} of ${where}. Portals that serve together need the same folders, on a shared drive.${differs.includes('DATABASES_DIR') ? onAllOrNone : ''}`;
}
