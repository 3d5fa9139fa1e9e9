import { readProfile } from '@tribehall/ark/saves/read-profile';
import { readTribe } from '@tribehall/ark/saves/read-tribe';
import { SaveError } from '@tribehall/ark/saves/save-error';
import type { SavedRow, SaveHead, SaveReport } from '@tribehall/ark/saves/save-rows';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openWorld } from '../saves/reader/open-world.ts';
import { UnreadableSave } from '../saves/reader/unreadable-save.ts';
import { UsageError } from './arguments.ts';
import { createTally } from './save-tally.ts';

type Say = (line: string) => void;
type Teller = { head(head: SaveHead): void; row(row: SavedRow): void; end(report: SaveReport): void };

/** Shows what is in a file of the game. False where not everything in it could be read. */
export async function readFile(file: string, isJson: boolean, say: Say): Promise<boolean> {
  try {
    if (/\.arkprofile$/i.test(file)) return tellOne(readProfile(await fs.readFile(file)), say);
    if (/\.arktribe$/i.test(file)) return tellOne(readTribe(await fs.readFile(file)), say);
    return await readWorld(file, isJson ? asJson(say) : asText(say));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isExpected = error instanceof SaveError || error instanceof UnreadableSave || code !== undefined;
    if (!isExpected) throw error;
    throw new UsageError(`${file} cannot be read: ${message}`, { cause: error });
  }
}

/** A copy is read: the game must never wait for us. */
async function readWorld(file: string, teller: Teller): Promise<boolean> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tribehall-read-'));
  try {
    const copy = path.join(folder, path.basename(file));
    await fs.copyFile(file, copy, fs.constants.COPYFILE_FICLONE);
    const save = openWorld(copy);
    try {
      teller.head(save.head);
      const rows = save.rows();
      let next = rows.next();
      for (; !next.done; next = rows.next()) if (next.value) teller.row(next.value);
      teller.end(next.value);
      return next.value.failureCount === 0;
    } finally {
      save.close();
    }
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

function tellOne(found: object, say: Say): boolean {
  say(JSON.stringify(found, undefined, 2));
  return true;
}

/** One line for each thing, for other programs. */
function asJson(say: Say): Teller {
  return {
    head: (head) => say(JSON.stringify({ kind: 'head', head })),
    row: (row) => say(JSON.stringify(row)),
    end: (report) => say(JSON.stringify({ kind: 'report', report })),
  };
}

function asText(say: Say): Teller {
  const tally = createTally();
  return {
    head: ({ game, version, map }) => say(`${map ?? 'A world without a name'}, ${game.toUpperCase()} ${version}`),
    row: tally.add,
    end: (report) => {
      for (const line of tally.lines(report)) say(line);
    },
  };
}
