import { readProfile } from '@tribehall/ark/saves/read-archive';
import { readTribe } from '@tribehall/ark/saves/read-archive';
import { SaveError } from '@tribehall/ark/saves/save-error';
import type { SavedRow, SavedStructure, SaveHead, SaveReport } from '@tribehall/ark/saves/save-rows';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openWorld } from '../saves/reader/open-world.ts';
import { UnreadableSave } from '../saves/world-save.ts';
import { UsageError } from './arguments.ts';

type Print = (line: string) => void;
type Output = { head(head: SaveHead): void; row(row: SavedRow): void; end(report: SaveReport): void };

/** Shows what is in a file of the game. False where not everything in it could be read. */
export async function readFile(file: string, isJson: boolean, print: Print): Promise<boolean> {
  try {
    if (/\.arkprofile$/i.test(file)) return printOne(readProfile(await fs.readFile(file)), print);
    if (/\.arktribe$/i.test(file)) return printOne(readTribe(await fs.readFile(file)), print);
    return await readWorld(file, isJson ? asJson(print) : asText(print));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isExpected = error instanceof SaveError || error instanceof UnreadableSave || code !== undefined;
    if (!isExpected) throw error;
    throw new UsageError(`${file} cannot be read: ${message}`, { cause: error });
  }
}

/** A copy is read: the game must never wait for us. */
async function readWorld(file: string, output: Output): Promise<boolean> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tribehall-read-'));
  try {
    const copy = path.join(folder, path.basename(file));
    await fs.copyFile(file, copy, fs.constants.COPYFILE_FICLONE);
    const save = openWorld(copy);
    try {
      output.head(save.head);
      const rows = save.rows();
      let next = rows.next();
      for (; !next.done; next = rows.next()) if (next.value) output.row(next.value);
      output.end(next.value);
      return next.value.failureCount === 0;
    } finally {
      save.close();
    }
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

function printOne(found: object, print: Print): boolean {
  print(JSON.stringify(found, undefined, 2));
  return true;
}

/** JSON lines, for other programs. */
function asJson(print: Print): Output {
  return {
    head: (head) => print(JSON.stringify({ kind: 'head', head })),
    row: (row) => print(JSON.stringify(row)),
    end: (report) => print(JSON.stringify({ kind: 'report', report })),
  };
}

function asText(print: Print): Output {
  const tally = createTally();
  return {
    head: ({ game, version, map }) => print(`${map ?? 'Unnamed world'}, ${game.toUpperCase()} ${version}`),
    row: tally.add,
    end: (report) => {
      for (const line of tally.lines(report)) print(line);
    },
  };
}

type Team = { name: string; count: number };

const maxClasses = 10;

const byCount = (one: { count: number }, other: { count: number }) => other.count - one.count;

/** Counts what is in a world save and summarizes it. */
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
        lines.push(`Tribe ${id} "${name}": ${members.length} members, ${log.length} log entries`);
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
