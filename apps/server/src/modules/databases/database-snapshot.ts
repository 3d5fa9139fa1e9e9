import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { positionOf } from '@tribehall/common/json/json-position';
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
import { scanJson, type JsonScan } from '../../platform/json/json-scan.ts';

export type DatabaseContent = { file: string; content: Buffer; text: string; version: string; scan: JsonScan };

/** The content of a database file at one moment. */
export type DatabaseSnapshot = WholeFile & DatabaseContent;

/** A file that was made too large at the host: it is not read, but it can be replaced. */
export type LargeSnapshot = FileStamp & { file: string; version: string; content?: undefined; text?: undefined };

const maxCachedScans = 8;
/** Reading and hashing more than this takes a while: other work gets a turn. */
const largeBytes = 1024 * 1024;

export function isDatabaseName(name: string): boolean {
  return name.endsWith('.json') && name.length <= 512;
}

export function versionOf(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}

export async function isDatabase(ctx: Ctx, file: string): Promise<boolean> {
  return isDatabaseName(file) && (await atFile(ctx.state.databases.folder, file, async () => true)) === true;
}

/** Undefined if there is no such database. */
export async function readSnapshot(ctx: Ctx, file: string): Promise<DatabaseSnapshot | undefined> {
  if (!isDatabaseName(file)) return undefined;
  const found = await atFile(ctx.state.databases.folder, file, (path) => readWhole(path, databaseLimits.maxBytes));
  if (!found) return undefined;
  return { file, ...found, ...(await readContent(ctx, found.content)) };
}

/** Also of a file that is too large to be read: its version is derived from its stamp. */
export async function readAnySnapshot(ctx: Ctx, file: string): Promise<DatabaseSnapshot | LargeSnapshot | undefined> {
  try {
    return await readSnapshot(ctx, file);
  } catch (error) {
    if (!(error instanceof FileTooLargeError)) throw error;
    const found = await atFile(ctx.state.databases.folder, file, readStamp);
    return found && { file, ...found, version: versionOf(found.stamp) };
  }
}

export async function readContent(
  ctx: Ctx,
  content: Buffer,
): Promise<Pick<DatabaseSnapshot, 'text' | 'version' | 'scan'>> {
  const [text, version] = [content.toString(), versionOf(content)];
  if (content.length > largeBytes) await nextTurn();
  const { scans } = ctx.state.databases;
  const scan = scans.get(version) ?? (await scanContent(content, text));
  scans.delete(version);
  scans.set(version, scan);
  for (const oldest of scans.keys()) if (scans.size > maxCachedScans) scans.delete(oldest);
  return { text, version, scan };
}

async function scanContent(content: Buffer, text: string): Promise<JsonScan> {
  if (isUtf8(content)) return scanJson(text, databaseLimits.maxDepth);
  const back = Buffer.from(text);
  let at = 0;
  while (back[at] === content[at]) at += 1;
  const before = content.subarray(0, at).toString();
  return { problem: { message: 'This is not UTF-8.', ...positionOf(before, before.length) }, key: undefined };
}
