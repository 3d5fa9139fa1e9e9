import { describeProblem, type JsonProblem } from '@tribehall/common/json/json-position';
import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { atFile, listTree, type TreeFile } from '../../platform/files/file-tree.ts';
import { readStamp } from '../../platform/files/tree-file.ts';
import { quoteString } from '../../platform/json/long-string.ts';
import { RawJson } from '../../platform/json/raw-json.ts';
import { guildsOf, isScoped, partOf, type Whole } from './database-parts.ts';
import {
  readAnySnapshot,
  readSnapshot,
  versionOf,
  type DatabaseSnapshot,
  type LargeSnapshot,
} from './database-snapshot.ts';
import { isDatabaseName } from './database-snapshot.ts';
import * as store from './databases.store.ts';
import { foundTooLarge, databaseNotFound, toStorageError } from './database-errors.ts';

type Listed = ReplyOutput<'GET /databases'>[number];
type ReadQuery = PartOutput<'GET /databases/{file}', 'query'>;

export async function listDatabases(ctx: Ctx): Promise<Listed[]> {
  const { files } = await listTree(ctx.state.databases.folder, isDatabaseName);
  const listed: Listed[] = [];
  for (const file of files) {
    const { name, bytes, changedAt } = file;
    listed.push({ file: name, bytes, changedAt, isScoped: await readScope(ctx, file) });
  }
  return listed;
}

/** Without reading them. */
export async function listNames(ctx: Ctx): Promise<string[]> {
  const { files } = await listTree(ctx.state.databases.folder, isDatabaseName);
  return files.map(({ name }) => name);
}

export async function readDatabase(ctx: Ctx, file: string, query: ReadQuery): Promise<RawJson | string[]> {
  const state = await requireSnapshot(ctx, file);
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
  const state = await requireSnapshot(ctx, file);
  return { text: requireJson(state).text, version: state.version };
}

/** Quotes large texts in slices, so that other requests are not delayed. */
async function writeText(text: string, version: string, problem: JsonProblem | null): Promise<RawJson> {
  return new RawJson(`{"text":${await quoteString(text)},"version":"${version}","problem":${JSON.stringify(problem)}}`);
}

/** Changes whenever the file does; undefined if there is no such database. */
export async function stampDatabase(ctx: Ctx, file: string): Promise<{ stamp: string; changedAt: Date } | undefined> {
  return atFile(ctx.state.databases.folder, file, readStamp);
}

/** Whether it was ever written by the portal, even if it is gone now. */
export async function wasWritten(ctx: Ctx, file: string): Promise<boolean> {
  return (await store.findNewest(ctx.db, file)) !== undefined;
}

export async function requireAnySnapshot(ctx: Ctx, file: string): Promise<DatabaseSnapshot | LargeSnapshot> {
  const state = await readAnySnapshot(ctx, file).catch((error: unknown) => {
    throw toStorageError(error);
  });
  if (!state) throw databaseNotFound();
  return state;
}

async function requireSnapshot(ctx: Ctx, file: string): Promise<DatabaseSnapshot> {
  const state = await requireAnySnapshot(ctx, file);
  if (state.content === undefined) throw foundTooLarge();
  return state;
}

function requireJson({ text, scan }: DatabaseSnapshot): Whole {
  if (scan.problem === null) return { text, scan };
  const { problem } = scan;
  const message = `The file is not JSON. ${describeProblem(problem)} Read it as text to fix it.`;
  throw new AppError('INVALID_TYPE', message, { problem });
}

async function readScope(ctx: Ctx, { name, stamp }: TreeFile): Promise<boolean | null> {
  const known = ctx.state.databases.scopes.get(name);
  if (known?.stamp === stamp) return known.isScoped;
  // One that is too large or gone meanwhile must not break the list.
  const state = await readSnapshot(ctx, name).catch(() => undefined);
  const scope = state?.scan.problem === null ? isScoped(state.scan) : null;
  ctx.state.databases.scopes.set(name, { stamp, isScoped: scope });
  return scope;
}
