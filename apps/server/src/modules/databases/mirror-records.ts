import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Config } from '../../config.ts';
import { replaceFile } from '../../platform/files/replace-file.ts';
import { isDatabaseName } from './database-snapshot.ts';

/** A version that the folder of this portal and PostgreSQL both had. */
export type Agreed = { number: number; version: string };

/** Of a portal whose folder mirrors what is stored in PostgreSQL. */
export type Mirror = {
  /** In the messages of this portal, which need not follow its own. */
  id: string;
  records: MirrorRecords;
  /** By file: the stamp with which its content was seen to be the agreed one. */
  stamps: Map<string, string>;
  /** By file: the reason why it is not in line, as it was logged. */
  problems: Map<string, string>;
  /** Files to be brought in line. */
  wanted: Set<string>;
  /** Brings them in line soon; set by the job. */
  wake: () => void;
};

export type MirrorRecords = {
  get(file: string): Agreed | undefined;
  files(): string[];
  set(file: string, agreed: Agreed | undefined): void;
  /** What was set is durable when this resolves. */
  flush(): Promise<void>;
};

const maxFolders = 16;
const forbidden = process.platform === 'win32' ? /[\0\\:*?"<>|]/ : /\0/;

const recordsSchema = z.record(z.string(), z.object({ number: z.int(), version: z.string() }));

/** Portals that serve together without a shared folder each mirror what is stored in PostgreSQL. */
export function hasDatabaseMirror({ NATS_URL, DATABASES_DIR }: Config): boolean {
  return NATS_URL !== undefined && DATABASES_DIR === undefined;
}

export function createMirror({ DATA_DIR }: Config): Mirror {
  return {
    id: randomUUID(),
    records: openMirrorRecords(DATA_DIR),
    stamps: new Map(),
    problems: new Map(),
    wanted: new Set(),
    wake: () => {},
  };
}

/** Names from requests and from PostgreSQL become paths only if the folder would list them. */
export function isMirrorName(name: string): boolean {
  const parts = name.split('/');
  const isVisible = parts.every((part) => part !== '' && !part.startsWith('.'));
  return isDatabaseName(name) && isVisible && parts.length <= maxFolders + 1 && !forbidden.test(name);
}

/**
 * How the file of this portal relates to the stored versions, newest first: `same`; `stale`, an earlier version;
 * `edited` by hand since they agreed; `both` changed, where the newest stored version wins.
 */
export function compareWithStored(
  local: { version: string; changedAt: Date },
  agreed: Agreed | undefined,
  history: readonly (Agreed & { at: Date })[],
): 'same' | 'stale' | 'edited' | 'both' {
  const [newest, oldest] = [history[0], history.at(-1)];
  if (!newest || !oldest) return 'edited';
  if (local.version === newest.version) return 'same';
  if (agreed?.version === newest.version) return 'edited';
  // A version that was pulled by a process that died is newer than the agreed one.
  const since = agreed?.number ?? 0;
  if (history.some(({ version, number }) => version === local.version && number >= since)) return 'stale';
  // It was too old to be retained.
  if (agreed && agreed.version === local.version && agreed.number < oldest.number) return 'stale';
  // Without a record, as when the mirror is new, the later one wins.
  return !agreed && local.changedAt > newest.at ? 'edited' : 'both';
}

/** A file next to the folder, which is replaced as a whole. If it is lost, contents and times have to do. */
export function openMirrorRecords(dataDir: string): MirrorRecords {
  const path = join(dataDir, 'databases-mirror.json');
  let loaded: Map<string, Agreed> | undefined;
  let isChanged = false;
  const records = () => (loaded ??= readRecords(path));
  return {
    get: (file) => records().get(file),
    files: () => [...records().keys()],
    set(file, agreed) {
      const known = records().get(file);
      if (known?.number === agreed?.number && known?.version === agreed?.version) return;
      if (agreed) records().set(file, { number: agreed.number, version: agreed.version });
      else records().delete(file);
      isChanged = true;
    },
    async flush() {
      if (!isChanged) return;
      isChanged = false;
      await replaceFile(path, JSON.stringify(Object.fromEntries(records()))).catch((error: unknown) => {
        isChanged = true;
        throw error;
      });
    },
  };
}

function readRecords(path: string): Map<string, Agreed> {
  try {
    return new Map(Object.entries(recordsSchema.parse(JSON.parse(readFileSync(path, 'utf8')))));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return new Map();
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw error;
  }
}
