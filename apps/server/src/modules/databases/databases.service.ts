import { describeProblem, type JsonProblem } from '@tribehall/common/json/json-position';
import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { atFile, listTree, type TreeFile } from '../../platform/files/file-tree.ts';
import { readStamp } from '../../platform/files/tree-file.ts';
import { quoteString } from '../../platform/json/long-string.ts';
import { RawJson } from '../../platform/json/raw-json.ts';
import { guildsOf, isScoped, partOf, type Whole } from './database-parts.ts';
import { isDatabaseName, versionOf, type DatabaseContent, type LargeSnapshot } from './database-snapshot.ts';
import * as store from './databases.store.ts';
import type { Mirror } from './mirror-records.ts';
import { readCurrent } from './mirror.service.ts';
import { foundTooLarge, databaseNotFound, toStorageError } from './database-errors.ts';

type Listed = ReplyOutput<'GET /databases'>[number];
type ReadQuery = PartOutput<'GET /databases/{file}', 'query'>;

export async function listDatabases(ctx: Ctx): Promise<Listed[]> {
  const { folder, mirror } = ctx.state.databases;
  // In this order, so that a file that is pulled meanwhile is not listed as it was.
  const agreed = new Map(mirror?.records.files().map((file) => [file, mirror.records.get(file)?.version]));
  const { files: local } = await listTree(folder, isDatabaseName);
  const files = mirror ? withStored(local, await store.listNewest(ctx.db), { agreed, stamps: mirror.stamps }) : local;
  const listed: Listed[] = [];
  for (const file of files) {
    const { name, bytes, changedAt } = file;
    listed.push({ file: name, bytes, changedAt, isScoped: await readScope(ctx, file) });
  }
  return listed;
}

/** Without reading them. */
export async function listNames(ctx: Ctx): Promise<string[]> {
  const { folder, mirror } = ctx.state.databases;
  const { files } = await listTree(folder, isDatabaseName);
  const names = files.map(({ name }) => name);
  return mirror ? [...new Set([...names, ...(await store.listFiles(ctx.db))])].toSorted() : names;
}

type Stored = Awaited<ReturnType<typeof store.listNewest>>[number];

/** The files as they will be once the folder is in line. */
function withStored(
  files: TreeFile[],
  stored: Stored[],
  { agreed, stamps }: Pick<Mirror, 'stamps'> & { agreed: Map<string, string | undefined> },
): TreeFile[] {
  const all = new Map(files.map((file) => [file.name, file]));
  for (const { file: name, version, at, bytes } of stored) {
    const local = all.get(name);
    const isAgreed = agreed.get(name) === version;
    if (!local || !isAgreed) all.set(name, { name, bytes, changedAt: at, stamp: version });
    // When it was pulled says nothing about when it was changed.
    else if (stamps.get(name) === local.stamp) all.set(name, { ...local, changedAt: at });
  }
  return [...all.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export async function readDatabase(ctx: Ctx, file: string, query: ReadQuery): Promise<RawJson | string[]> {
  const state = await requireContent(ctx, file);
  const { guildId, fetchGuilds = false, as } = query;
  if (as === 'text' && guildId === undefined && !fetchGuilds)
    return writeText(state.text, state.version, state.scan.problem);
  const whole = requireJson(state);
  if (fetchGuilds) return guildsOf(whole.scan);
  const text = guildId === undefined ? state.text : partOf(whole, guildId);
  if (text === undefined) throw fieldError('NOT_FOUND', 'guildId', `This database has no entry for guild ${guildId}.`);
  const version = guildId === undefined ? state.version : versionOf(text);
  // It is known to be valid JSON, so it goes into the reply unchanged.
  return as === 'text' ? writeText(text, version, null) : new RawJson(`{"data":${text},"version":"${version}"}`);
}

/** The text of a database that is JSON. */
export async function readJson(ctx: Ctx, file: string): Promise<{ text: string; version: string }> {
  const state = await requireContent(ctx, file);
  return { text: requireJson(state).text, version: state.version };
}

/** Quotes large texts in slices, so that other requests are not delayed. */
async function writeText(text: string, version: string, problem: JsonProblem | null): Promise<RawJson> {
  return new RawJson(`{"text":${await quoteString(text)},"version":"${version}","problem":${JSON.stringify(problem)}}`);
}

/** Changes whenever the file does; undefined if there is no such database. */
export async function stampDatabase(ctx: Ctx, file: string): Promise<{ stamp: string; changedAt: Date } | undefined> {
  const { folder, mirror } = ctx.state.databases;
  const local = await atFile(folder, file, readStamp);
  const newest = mirror && (await store.findNewest(ctx.db, file));
  if (!newest) return local;
  // The file may be behind.
  const changedAt = local && local.changedAt > newest.at ? local.changedAt : newest.at;
  return { stamp: `${local?.stamp} ${newest.version}`, changedAt };
}

/** Whether it was ever written by the portal, even if it is gone now. */
export async function wasWritten(ctx: Ctx, file: string): Promise<boolean> {
  return (await store.findNewest(ctx.db, file)) !== undefined;
}

export async function requireCurrent(ctx: Ctx, file: string): Promise<DatabaseContent | LargeSnapshot> {
  const state = await readCurrent(ctx, file).catch((error: unknown) => {
    throw toStorageError(error);
  });
  if (!state) throw databaseNotFound();
  return state;
}

async function requireContent(ctx: Ctx, file: string): Promise<DatabaseContent> {
  const state = await requireCurrent(ctx, file);
  if (state.content === undefined) throw foundTooLarge();
  return state;
}

function requireJson({ text, scan }: DatabaseContent): Whole {
  if (scan.problem === null) return { text, scan };
  const { problem } = scan;
  const message = `The file is not JSON. ${describeProblem(problem)} Read it as text to fix it.`;
  throw new AppError('INVALID_TYPE', message, { problem });
}

async function readScope(ctx: Ctx, { name, stamp }: TreeFile): Promise<boolean | null> {
  const known = ctx.state.databases.scopes.get(name);
  if (known?.stamp === stamp) return known.isScoped;
  // One that is too large or gone meanwhile must not break the list.
  const state = await readCurrent(ctx, name).catch(() => undefined);
  const scope = state?.content && state.scan.problem === null ? isScoped(state.scan) : null;
  ctx.state.databases.scopes.set(name, { stamp, isScoped: scope });
  return scope;
}
