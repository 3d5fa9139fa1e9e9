import { constants } from 'node:fs';
import { copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { databaseLimits } from '@tribehall/contract/databases.contract';
import type { Config } from '../config.ts';
import type { Dump } from '../db/dump/dump.ts';
import { versionOf } from '../modules/databases/database-snapshot.ts';
import {
  compareWithStored,
  hasDatabaseMirror,
  isMirrorName,
  openMirrorRecords,
} from '../modules/databases/mirror-records.ts';
import { atFile, listTree, type TreeFile } from '../platform/files/file-tree.ts';
import { orNothing } from '../platform/files/or-nothing.ts';
import { foldersOf } from './contents.ts';

/** Copies of the JSON databases: of the files, which people may edit in place, or where they mirror PostgreSQL, of what is stored. */
export function stageDatabases(config: Config, to: string) {
  const from = foldersOf(config).databases;
  const records = hasDatabaseMirror(config) ? openMirrorRecords(config.DATA_DIR) : undefined;
  const copied = new Map<string, TreeFile>();
  return {
    /** While nobody writes one. */
    async copy(): Promise<void> {
      await mkdir(to, { recursive: true, mode: 0o700 });
      // They are read now: a moment later they may tell of other contents.
      records?.files();
      if (!(await orNothing(stat(from)))) return;
      const { files } = await listTree(from, (name) => name.endsWith('.json'));
      for (const file of files) {
        copied.set(file.name, file);
        const target = await placeFor(file.name);
        await atFile(from, file.name, async ({ folder, name }) =>
          copyFile(join(folder.path, name), target, constants.COPYFILE_FICLONE),
        );
      }
    },
    /** A mirror may be behind: what is stored goes before, except for changes by hand that are not stored yet. */
    async complete(dump: Pick<Dump, 'databases' | 'databaseContent'>): Promise<void> {
      if (!records) return;
      const stored = await dump.databases();
      for (const file of new Set(stored.map((row) => row.file))) {
        const history = stored.filter((row) => row.file === file);
        const local = copied.get(file);
        const version = local && (await versionIn(join(to, file)));
        const relation =
          local && version !== undefined
            ? compareWithStored({ ...local, version }, records.get(file), history)
            : undefined;
        if (relation === 'same' || relation === 'edited' || !isMirrorName(file)) continue;
        const content = await dump.databaseContent(file);
        const target = await placeFor(file);
        await rm(target, { force: true });
        if (content) await writeFile(target, content, { mode: 0o600 });
      }
    },
  };

  async function placeFor(name: string): Promise<string> {
    const target = join(to, name);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    return target;
  }
}

/** Undefined for a file that cannot be stored. */
async function versionIn(path: string): Promise<string | undefined> {
  const state = await orNothing(stat(path));
  if (!state || state.size > databaseLimits.maxBytes) return undefined;
  return versionOf(await readFile(path));
}
