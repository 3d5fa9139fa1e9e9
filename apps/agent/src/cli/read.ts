import { readProfile } from '@tribehall/ark/saves/read-profile';
import { readTribe } from '@tribehall/ark/saves/read-tribe';
import { SaveError } from '@tribehall/ark/saves/save-error';
import type { SavedRow, SavedStructure, SaveHead, SaveReport } from '@tribehall/ark/saves/save-rows';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openWorld } from '../saves/reader/open-world.ts';
import { UnreadableSave } from '../saves/world-save.ts';
import { UsageError } from './arguments.ts';

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

type Team = { name: string; count: number };

const maxClasses = 10;

const byCount = (one: { count: number }, other: { count: number }) => other.count - one.count;

/** Counts what a save holds, and says it in a few lines. */
export function createTally() {
  const teams = new Map<number, Team>();
  const classes = new Map<string, number>();
  const lines: string[] = [];
  let structureCount = 0;

  const addStructure = ({ teamId, teamName, className }: SavedStructure) => {
    structureCount += 1;
    const team = teams.get(teamId) ?? { name: teamName ?? '', count: 0 };
    team.count += 1;
    teams.set(teamId, team);
    classes.set(className, (classes.get(className) ?? 0) + 1);
  };

  return {
    add(row: SavedRow): void {
      if (row.kind === 'structure') addStructure(row.structure);
      if (row.kind === 'tribe') {
        const { id, name, members, log } = row.tribe;
        lines.push(`Tribe ${id} "${name}": ${members.length} members, ${log.length} lines in its log`);
      }
      if (row.kind === 'survivor') {
        const { arkId, name, playerId, level, teamId } = row.survivor;
        const facts = [playerId && `player ${playerId}`, level && `level ${level}`, teamId && `tribe ${teamId}`];
        lines.push(`Survivor ${arkId} "${name}": ${facts.filter(Boolean).join(', ')}`);
      }
    },
    lines({ objectCount, failureCount, failures }: SaveReport): string[] {
      const owners = [...teams].map(([id, team]) => ({ id, ...team })).toSorted(byCount);
      const kinds = [...classes].map(([name, count]) => ({ name, count })).toSorted(byCount);
      return [
        ...lines,
        ...owners.map(({ id, name, count }) => `Structures of ${id} "${name}": ${count}`),
        ...kinds.slice(0, maxClasses).map(({ name, count }) => `${name}: ${count}`),
        `${structureCount} structures among ${objectCount} objects; ${failureCount} objects could not be read.`,
        ...failures.map(({ place, reason }) => `${place}: ${reason}`),
      ];
    },
  };
}
