import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { databaseLimits } from '@tribehall/contract/databases.contract';
import type { Ctx } from '../../context.ts';
import { atFile } from '../../platform/files/file-tree.ts';
import {
  FileTooLargeError,
  readStamp,
  readWhole,
  type FileStamp,
  type WholeFile,
} from '../../platform/files/tree-file.ts';
import { placeOf } from '../../platform/json/json-place.ts';
import { scanJson, type JsonScan } from '../../platform/json/json-scan.ts';
import { perPortal } from '../../platform/per-portal.ts';
import { databasesFolder, isDatabaseName } from './databases-folder.ts';

/** What a database holds at one moment. */
export type DatabaseState = WholeFile & { file: string; text: string; version: string; scan: JsonScan };

/** One that someone made larger at the host than a database may be: nobody reads it, but it can be put right. */
export type LargeState = FileStamp & { file: string; version: string; content?: undefined; text?: undefined };

/** Of so many contents it is known what a scan said: pages ask for the same one again and again. */
const maxKnown = 8;
/** To read and hash so much takes a while: others come first then. */
const largeBytes = 1024 * 1024;
const knownScans = perPortal(() => new Map<string, JsonScan>());

export function versionOf(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}

export async function isDatabase(ctx: Ctx, file: string): Promise<boolean> {
  return isDatabaseName(file) && (await atFile(databasesFolder(ctx), file, async () => true)) === true;
}

/** Undefined where there is no such database. */
export async function readState(ctx: Ctx, file: string): Promise<DatabaseState | undefined> {
  if (!isDatabaseName(file)) return undefined;
  const found = await atFile(databasesFolder(ctx), file, (place) => readWhole(place, databaseLimits.maxBytes));
  if (!found) return undefined;
  return { file, ...found, ...(await readContent(ctx, found.content)) };
}

/** Also what is too large to be read, which is told by its stamp. */
export async function readAnyState(ctx: Ctx, file: string): Promise<DatabaseState | LargeState | undefined> {
  try {
    return await readState(ctx, file);
  } catch (error) {
    if (!(error instanceof FileTooLargeError)) throw error;
    const found = await atFile(databasesFolder(ctx), file, readStamp);
    return found && { file, ...found, version: versionOf(found.stamp) };
  }
}

export async function readContent(
  ctx: Ctx,
  content: Buffer,
): Promise<Pick<DatabaseState, 'text' | 'version' | 'scan'>> {
  const [text, version] = [content.toString(), versionOf(content)];
  if (content.length > largeBytes) await nextTurn();
  const known = knownScans(ctx);
  const scan = known.get(version) ?? (await scanContent(content, text));
  known.delete(version);
  known.set(version, scan);
  for (const oldest of known.keys()) if (known.size > maxKnown) known.delete(oldest);
  return { text, version, scan };
}

async function scanContent(content: Buffer, text: string): Promise<JsonScan> {
  if (isUtf8(content)) return scanJson(text, databaseLimits.maxDepth);
  const back = Buffer.from(text);
  let at = 0;
  while (back[at] === content[at]) at += 1;
  const before = content.subarray(0, at).toString();
  return { problem: { message: 'This is not UTF-8.', ...placeOf(before, before.length) }, key: undefined };
}
