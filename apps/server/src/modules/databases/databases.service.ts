import type { PartOutput, ReplyOutput } from '@tribehall/contract';
import type { Ctx } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { atFile, listTree, type TreeFile } from '../../platform/files/file-tree.ts';
import { readStamp } from '../../platform/files/tree-file.ts';
import { inWords, type JsonProblem } from '../../platform/json/json-place.ts';
import { quoteString } from '../../platform/json/long-string.ts';
import { RawJson } from '../../platform/json/raw-json.ts';
import { perPortal } from '../../platform/per-portal.ts';
import { guildsOf, isScoped, partOf, type Whole } from './database-parts.ts';
import { readAnyState, readState, versionOf, type DatabaseState, type LargeState } from './database-state.ts';
import { databasesFolder, isDatabaseName } from './databases-folder.ts';
import * as store from './databases.store.ts';
import { foundTooLarge, noDatabase, toStorageError } from './storage-errors.ts';

type Listed = ReplyOutput<'GET /databases'>[number];
type ReadQuery = PartOutput<'GET /databases/{file}', 'query'>;

const scopes = perPortal(() => new Map<string, { stamp: string; isScoped: boolean | null }>());

export async function listDatabases(ctx: Ctx): Promise<Listed[]> {
  const { files } = await listTree(databasesFolder(ctx), isDatabaseName);
  const listed: Listed[] = [];
  for (const file of files) {
    const { name, bytes, changedAt } = file;
    listed.push({ file: name, bytes, changedAt, isScoped: await readScope(ctx, file) });
  }
  return listed;
}

export async function readDatabase(ctx: Ctx, file: string, query: ReadQuery): Promise<RawJson | string[]> {
  const state = await requireState(ctx, file);
  const { guildId, fetchGuilds = false, as } = query;
  if (as === 'text' && guildId === undefined && !fetchGuilds)
    return writeText(state.text, state.version, state.scan.problem);
  const whole = requireJson(state);
  if (fetchGuilds) return guildsOf(whole.scan);
  const text = guildId === undefined ? state.text : partOf(whole, guildId);
  if (text === undefined) throw fieldError('NOT_FOUND', 'guildId', `This database has no entry for guild ${guildId}.`);
  const version = guildId === undefined ? state.version : versionOf(text);
  // What was found to be JSON can stand in the reply as it is.
  return as === 'text' ? writeText(text, version, null) : new RawJson(`{"data":${text},"version":"${version}"}`);
}

/** The text of a database that is JSON. */
export async function readJson(ctx: Ctx, file: string): Promise<{ text: string; version: string }> {
  const state = await requireState(ctx, file);
  return { text: requireJson(state).text, version: state.version };
}

/** Large as it may be, nobody has to wait until it is written. */
async function writeText(text: string, version: string, problem: JsonProblem | null): Promise<RawJson> {
  return new RawJson(`{"text":${await quoteString(text)},"version":"${version}","problem":${JSON.stringify(problem)}}`);
}

/** By what a database is told from what it was before; undefined where there is none of this name. */
export async function stampDatabase(ctx: Ctx, file: string): Promise<{ stamp: string; changedAt: Date } | undefined> {
  return atFile(databasesFolder(ctx), file, readStamp);
}

/** Whether it was ever saved here, even where it is gone by now. */
export async function wasSaved(ctx: Ctx, file: string): Promise<boolean> {
  return (await store.findNewest(ctx.db, file)) !== undefined;
}

export async function requireAnyState(ctx: Ctx, file: string): Promise<DatabaseState | LargeState> {
  const state = await readAnyState(ctx, file).catch((error: unknown) => {
    throw toStorageError(error);
  });
  if (!state) throw noDatabase();
  return state;
}

async function requireState(ctx: Ctx, file: string): Promise<DatabaseState> {
  const state = await requireAnyState(ctx, file);
  if (state.content === undefined) throw foundTooLarge();
  return state;
}

function requireJson({ text, scan }: DatabaseState): Whole {
  if (scan.problem === null) return { text, scan };
  const { problem } = scan;
  const message = `The file is not JSON. ${inWords(problem)} Read it as text to put it right.`;
  throw new AppError('INVALID_TYPE', message, { problem });
}

async function readScope(ctx: Ctx, { name, stamp }: TreeFile): Promise<boolean | null> {
  const known = scopes(ctx).get(name);
  if (known?.stamp === stamp) return known.isScoped;
  // Too large, or gone meanwhile: the others are listed all the same.
  const state = await readState(ctx, name).catch(() => undefined);
  const scope = state?.scan.problem === null ? isScoped(state.scan) : null;
  scopes(ctx).set(name, { stamp, isScoped: scope });
  return scope;
}
