import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { orNothing } from '../platform/files/or-nothing.ts';

/** How long pages that were open during an update can still load their files. */
const servedMs = 7 * 24 * 3600_000;
const maxStoredBytes = 256 * 1024 * 1024;
const listName = 'replaced.json';
const partial = '.partial';

export type StoredAssets = {
  /** Those of earlier builds that are still to be served: name → path. */
  earlier: ReadonlyMap<string, string>;
  /** Stores those of this build that are not stored yet, once, unless it fails. */
  storeCurrent(): Promise<void>;
  /** Waits for the file that is being stored; the next start does the rest. */
  stop(): Promise<void>;
};

/**
 * The stored files of earlier builds, with hashes in their names. They are in the data folder, because the folder of a
 * release may be read-only and is replaced as a whole. A crash at any point leaves whole files and a whole list; the next
 * start does the rest.
 */
export function openAssets(webFolder: string, storeFolder: string, now: Date): StoredAssets {
  mkdirSync(storeFolder, { recursive: true });
  const current = new Set(assetNames(join(webFolder, 'assets')));
  const stored = new Set(assetNames(storeFolder));
  for (const name of readdirSync(storeFolder)) if (name.endsWith(partial)) rmSync(join(storeFolder, name));
  const replacedAt = readList(storeFolder);
  const earlier = [...stored]
    .filter((name) => !current.has(name))
    .map((name) => ({ name, at: replacedAt.get(name) ?? now.getTime() }))
    .toSorted((a, b) => b.at - a.at);
  const served = earlier.filter(withinLimits(storeFolder, now));
  writeWhole(join(storeFolder, listName), JSON.stringify(Object.fromEntries(served.map(({ name, at }) => [name, at]))));
  const names = new Set(served.map(({ name }) => name));
  for (const { name } of earlier) if (!names.has(name)) rmSync(join(storeFolder, name));
  let isStopped = false;
  let storing: Promise<void> | undefined;
  // One after the other: there are hundreds, and pages are requested meanwhile.
  const store = async () => {
    for (const name of current) {
      if (isStopped) return;
      if (stored.has(name)) continue;
      await copyWhole(join(webFolder, 'assets', name), join(storeFolder, name));
      stored.add(name);
    }
  };
  return {
    earlier: new Map([...names].map((name) => [name, join(storeFolder, name)])),
    storeCurrent: () =>
      (storing ??= store().catch((error: unknown) => {
        storing = undefined;
        throw error;
      })),
    async stop() {
      isStopped = true;
      await storing?.catch(() => {});
    },
  };
}

/** Not older than a week, and the newest first up to the size limit. */
function withinLimits(folder: string, now: Date): (file: { name: string; at: number }) => boolean {
  let bytes = 0;
  return ({ name, at }) => {
    bytes += statSync(join(folder, name)).size;
    return now.getTime() - at < servedMs && bytes <= maxStoredBytes;
  };
}

/** Hashed names of a build, without compressed copies and source maps. */
function assetNames(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => /-[\w-]{8}\.(js|css|woff2|wasm|svg|png|bcmap|pfb)$/.test(name));
}

/** A list that cannot be read counts as empty: the week then starts over. */
function readList(folder: string): Map<string, number> {
  try {
    const list = JSON.parse(readFileSync(join(folder, listName), 'utf8')) as Record<string, unknown>;
    return new Map(Object.entries(list).flatMap(([name, at]) => (typeof at === 'number' ? [[name, at] as const] : [])));
  } catch {
    return new Map();
  }
}

function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}${partial}`, text);
  renameSync(`${path}${partial}`, path);
}

/** Nothing where the next build has replaced the file. Not `copyFile`, which would also copy the permissions for other users. */
async function copyWhole(from: string, to: string): Promise<void> {
  const content = await orNothing(readFile(from));
  if (content === undefined) return;
  await writeFile(`${to}${partial}`, content);
  await rename(`${to}${partial}`, to);
}
