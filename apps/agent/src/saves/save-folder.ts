import fs from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { files } from '../files.ts';
import { readRowHashesHead, type RowHashesHead } from './reader/row-hashes-file.ts';
import type { Identity } from './reader/survivors.ts';

/** What the agent stores of one server's saves: hashes of the rows that the portal has, and identities. */
export type SaveFolder = {
  /** The copy of the save; removed after reading. */
  copy: string;
  hashes: string;
  nextHashes: string;
  /** The upload that the portal acknowledged last. */
  acknowledged(): RowHashesHead | undefined;
  /** The portal has acknowledged the upload; its row hashes become the current ones. */
  acknowledge(): Promise<void>;
  survivors(): SurvivorIndex;
  storeSurvivors(savedAtMs: number, identities: Identity[]): Promise<void>;
  removeCopy(): Promise<void>;
};

export type SavedIdentity = { arkId: string; survivor: string; savedAtMs: number };
export type SurvivorIndex = ReadonlyMap<string, SavedIdentity>;

const survivorsFile = z.object({
  savedAtMs: z.number(),
  survivors: z.array(z.tuple([z.string(), z.string(), z.string()])),
});

/** Removes orphaned files of an agent that was killed. */
export async function openSaveFolder(folder: string): Promise<SaveFolder> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (name: string) => path.join(folder, name);
  const [copy, hashes, nextHashes] = [pathOf('world.ark'), pathOf('rows'), pathOf('rows.new')];
  const removeCopy = async () => {
    const names = await fs.readdir(folder);
    const orphaned = names.filter((name) => name.startsWith('world.ark') || name.endsWith('.new'));
    // What is locked is removed the next time.
    await Promise.allSettled(orphaned.map((name) => files.rm(pathOf(name), { force: true })));
  };
  await removeCopy();
  let head = readRowHashesHead(hashes);
  let index = await readSurvivors(pathOf('survivors.json'));
  return {
    copy,
    hashes,
    nextHashes,
    acknowledged: () => head,
    async acknowledge() {
      await files.rename(nextHashes, hashes);
      head = readRowHashesHead(hashes);
    },
    survivors: () => index,
    async storeSurvivors(savedAtMs, survivors) {
      index = indexOf({ savedAtMs, survivors });
      await writeWhole(pathOf('survivors.json'), JSON.stringify({ savedAtMs, survivors }));
    },
    removeCopy,
  };
}

/** A failure does not matter: the next upload writes it again. */
async function writeWhole(file: string, text: string): Promise<void> {
  const unfinished = `${file}.new`;
  try {
    await fs.writeFile(unfinished, text, { mode: 0o600, flush: true });
    await files.rename(unfinished, file);
  } catch {
    await fs.rm(unfinished, { force: true }).catch(() => undefined);
  }
}

async function readSurvivors(file: string): Promise<SurvivorIndex> {
  try {
    return indexOf(survivorsFile.parse(JSON.parse(await fs.readFile(file, 'utf8'))));
  } catch {
    // The next upload writes it again.
    return new Map();
  }
}

function indexOf({ savedAtMs, survivors }: z.output<typeof survivorsFile>): SurvivorIndex {
  return new Map(survivors.map(([playerId, arkId, survivor]) => [playerId, { arkId, survivor, savedAtMs }]));
}
