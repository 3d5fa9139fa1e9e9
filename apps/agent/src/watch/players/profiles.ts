import { findPlayerDataId, type ProfileIds } from '@tribehall/ark/saves/profile-ids';
import type { Dirent } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';

/** The game's profile files, by player id. */
export type Profiles = {
  find(playerId: string): Promise<(ProfileIds & { mtimeMs: number }) | undefined>;
  count(): Promise<number>;
};

type Cached = { mtimeMs: number; size: number; ids: ProfileIds | undefined };

const ending = '.arkprofile';
const maxBytes = 4 * 1024 * 1024;
const maxDepth = 3;
const maxFiles = 20_000;
const maxCached = 2_000;
const listAgainMs = 5_000;

export function createProfiles(folder: string): Profiles {
  const cache = new Map<string, Cached>();
  let index = new Map<string, string[]>();
  let listedAt = -Infinity;
  const list = async () => {
    listedAt = performance.now();
    index = await listProfiles(folder);
  };
  const files = async (playerId: string) => {
    const isStale = performance.now() - listedAt > listAgainMs;
    if (!index.has(playerId) && isStale) await list();
    return index.get(playerId) ?? [];
  };
  return {
    async find(playerId) {
      const found = await Promise.all((await files(playerId)).map((file) => read(cache, file)));
      const newest = found.filter((entry) => entry !== undefined).toSorted((a, b) => b.mtimeMs - a.mtimeMs)[0];
      // A file under a wrong name must not lead to a wrong player.
      const isOther = newest?.ids?.uniqueId !== undefined && newest.ids.uniqueId !== playerId;
      return isOther || !newest?.ids ? undefined : { ...newest.ids, mtimeMs: newest.mtimeMs };
    },
    async count() {
      await list();
      return index.size;
    },
  };
}

async function read(cache: Map<string, Cached>, file: string): Promise<Cached | undefined> {
  try {
    const { mtimeMs, size } = await fs.stat(file);
    const known = cache.get(file);
    if (known?.mtimeMs === mtimeMs && known.size === size) return known;
    const ids = size > maxBytes ? undefined : findPlayerDataId(await fs.readFile(file));
    const entry = { mtimeMs, size, ids };
    cache.set(file, entry);
    for (const oldest of cache.keys()) {
      if (cache.size <= maxCached) break;
      cache.delete(oldest);
    }
    return entry;
  } catch {
    // It was being written or removed; the next call tries again.
    return undefined;
  }
}

/** By player id in lower case; the same player may have one on several maps. */
async function listProfiles(folder: string): Promise<Map<string, string[]>> {
  const index = new Map<string, string[]>();
  let remaining = maxFiles;
  const visit = async (file: string, depth: number): Promise<void> => {
    const entries: Dirent[] = await fs.readdir(file, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const name = entry.name.toLowerCase();
      if (remaining <= 0) return;
      if (entry.isDirectory() && depth < maxDepth) await visit(path.join(file, entry.name), depth + 1);
      if (!entry.isFile() || !name.endsWith(ending)) continue;
      remaining -= 1;
      const id = name.slice(0, -ending.length);
      index.set(id, [...(index.get(id) ?? []), path.join(file, entry.name)]);
    }
  };
  await visit(folder, 0);
  return index;
}
