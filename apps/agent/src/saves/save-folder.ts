import fs from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { readLedgerHead, type LedgerHead } from './reader/row-hashes-file.ts';
import type { Identity } from './reader/survivors.ts';

/** What the agent keeps of one server's saves: which rows the portal has, and who is who. */
export type SaveFolder = {
  /** Where a save is copied to; it is removed after the reading. */
  copy: string;
  ledger: string;
  nextLedger: string;
  /** The reading that the portal acknowledged last. */
  acknowledged(): LedgerHead | undefined;
  /** The portal has acknowledged the reading whose ledger is the next one. */
  acknowledge(): Promise<void>;
  survivors(): SurvivorIndex;
  keepSurvivors(savedAtMs: number, identities: Identity[]): Promise<void>;
  removeCopy(): Promise<void>;
};

export type SavedIdentity = { arkId: string; survivor: string; savedAtMs: number };
export type SurvivorIndex = ReadonlyMap<string, SavedIdentity>;

const survivorsFile = z.object({
  savedAtMs: z.number(),
  survivors: z.array(z.tuple([z.string(), z.string(), z.string()])),
});

/** Whatever an agent that was killed left half done is removed. */
export async function openSaveFolder(folder: string): Promise<SaveFolder> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const place = (name: string) => path.join(folder, name);
  const [copy, ledger, nextLedger] = [place('world.ark'), place('rows'), place('rows.new')];
  const removeCopy = async () => {
    const names = await fs.readdir(folder);
    const left = names.filter((name) => name.startsWith('world.ark') || name.endsWith('.new'));
    await Promise.all(left.map((name) => fs.rm(place(name), { force: true })));
  };
  await removeCopy();
  let head = readLedgerHead(ledger);
  let index = await readSurvivors(place('survivors.json'));
  return {
    copy,
    ledger,
    nextLedger,
    acknowledged: () => head,
    async acknowledge() {
      await fs.rename(nextLedger, ledger);
      head = readLedgerHead(ledger);
    },
    survivors: () => index,
    async keepSurvivors(savedAtMs, survivors) {
      index = indexOf({ savedAtMs, survivors });
      await writeWhole(place('survivors.json'), JSON.stringify({ savedAtMs, survivors }));
    },
    removeCopy,
  };
}

/** It is no matter where it fails: the next reading writes it again. */
async function writeWhole(file: string, text: string): Promise<void> {
  const unfinished = `${file}.new`;
  try {
    await fs.writeFile(unfinished, text, { mode: 0o600, flush: true });
    await fs.rename(unfinished, file);
  } catch {
    await fs.rm(unfinished, { force: true }).catch(() => undefined);
  }
}

async function readSurvivors(file: string): Promise<SurvivorIndex> {
  try {
    return indexOf(survivorsFile.parse(JSON.parse(await fs.readFile(file, 'utf8'))));
  } catch {
    // The next reading writes it again.
    return new Map();
  }
}

function indexOf({ savedAtMs, survivors }: z.output<typeof survivorsFile>): SurvivorIndex {
  return new Map(survivors.map(([playerId, arkId, survivor]) => [playerId, { arkId, survivor, savedAtMs }]));
}
