import type { OpenSave, SaveReport } from '@tribehall/ark/saves/save-rows';
import { UnreadableSave } from '../world-save.ts';
import { WorldTelling } from './row-batch.ts';
import { type RowLedger, UnreadRows } from './row-hashes.ts';
import { tellClass, tellRow, tellSurvivor } from './serialize-row.ts';
import {
  type Identity,
  type PlayerFile,
  type PlayerFiles,
  readProfileFile,
  readTribeFile,
  SurvivorRoll,
} from './survivors.ts';

/** A message for the link, or undefined: so much was read without any news. */
type Step = string | undefined;

/** What a reading came to. */
export type WorldReport = Pick<SaveReport, 'objectCount' | 'failureCount' | 'failures'> & {
  structureCount: number;
  changedCount: number;
  goneCount: number;
  survivors: Identity[];
};

export type WorldOptions = {
  save: OpenSave;
  /** What lies beside the save. */
  files: PlayerFiles;
  /** What the portal has. */
  ledger: RowLedger;
  savedAtMs: number;
  /** The number of a player's survivor as an earlier reading had it. */
  arkIdOf?: ((playerId: string) => string | undefined) | undefined;
};

/** A file that was not written with the save is older than what the save itself tells. */
const sameSaveMs = 120_000;
const maxFailures = 5;
/** With more, a new version of the game is more likely than damage, and nothing must be taken for gone. */
const tolerated = { count: 20, share: 0.05 } as const;
/** Tribes and survivors are few, and a new version of their archives leaves the objects as they were. */
const toleratedArchives = { count: 1, share: 0.5 } as const;

/** Goes through a whole world and tells, in messages for the link, what the portal does not have yet. */
export function* tellWorld({ save, files, ledger, savedAtMs, arkIdOf }: WorldOptions): Generator<Step, WorldReport> {
  const telling = new WorldTelling(ledger);
  const roll = new SurvivorRoll(savedAtMs);
  const unread = new UnreadRows(ledger);
  const failures: SaveReport['failures'] = [];
  const passOver = ({ file }: PlayerFile, error: unknown) => {
    telling.failureCount += 1;
    if (failures.length < maxFailures) failures.push({ place: file, reason: (error as Error).message });
  };
  const isOfThisSave = ({ mtimeMs }: PlayerFile) => mtimeMs >= savedAtMs - sameSaveMs;
  const tribeOf = (file: PlayerFile): Step => {
    try {
      return telling.tell(tellRow({ kind: 'tribe', tribe: readTribeFile(file) }));
    } catch (error) {
      passOver(file, error);
      ledger.keep({ kind: 'tribe', id: file.name });
      return undefined;
    }
  };

  // Of one tribe the first word counts, so the newest comes first.
  const tribes = files.tribes.toSorted((a, b) => b.mtimeMs - a.mtimeMs);
  for (const file of tribes.filter(isOfThisSave)) yield tribeOf(file);
  const report = yield* tellRows(save, { telling, roll, unread });
  for (const file of tribes.filter((found) => !isOfThisSave(found))) yield tribeOf(file);
  for (const file of inOrderOfWord(files.profiles, isOfThisSave)) {
    try {
      roll.add(readProfileFile(file), isOfThisSave(file));
    } catch (error) {
      passOver(file, error);
      const arkId = arkIdOf?.(file.name);
      if (arkId !== undefined) ledger.keep({ kind: 'survivor', id: arkId });
    }
    yield undefined;
  }
  for (const survivor of roll.all()) yield telling.tell(tellSurvivor(survivor));
  for (const found of report.classes) yield telling.tell(tellClass(found));
  unread.settle();
  for (const key of ledger.gone()) yield telling.tellGone(key);
  yield telling.rest();
  const { changedCount, goneCount, failureCount } = telling;
  return {
    structureCount: ledger.count('structure'),
    changedCount,
    goneCount,
    objectCount: report.objectCount,
    failureCount: report.failureCount + failureCount,
    failures: [...report.failures, ...failures].slice(0, maxFailures),
    survivors: roll.identities(),
  };
}

/** Of one survivor the first word of older files counts, and the last of those of this save: the newest both times. */
function inOrderOfWord(files: PlayerFile[], isOfThisSave: (file: PlayerFile) => boolean): PlayerFile[] {
  const byAge = files.toSorted((a, b) => a.mtimeMs - b.mtimeMs);
  return [...byAge.filter((file) => !isOfThisSave(file)).toReversed(), ...byAge.filter(isOfThisSave)];
}

type Listeners = { telling: WorldTelling; roll: SurvivorRoll; unread: UnreadRows };

/** Survivors wait: a body, the store and a file may tell of the same one. */
function* tellRows(save: OpenSave, { telling, roll, unread }: Listeners): Generator<Step, SaveReport> {
  const rows = save.rows();
  for (let next = rows.next(); ; next = rows.next()) {
    if (next.done) return checkReport(next.value);
    const row = next.value;
    if (row === undefined) yield undefined;
    else if (row.kind === 'survivor') roll.add(row.survivor);
    else if (row.kind === 'unreadable') unread.note(row);
    else {
      const told = tellRow(row);
      if (!told && row.kind === 'structure') unread.note({ kind: 'unreadable', of: 'object', id: row.structure.id });
      const full = telling.tell(told);
      if (full !== undefined) yield full;
    }
  }
}

function checkReport(report: SaveReport): SaveReport {
  const { objectCount, failureCount, failures, archives } = report;
  if (isTooMuch(archives.failureCount, archives.count, toleratedArchives)) {
    const what = `${archives.failureCount} of ${archives.count} tribes and survivors in the save cannot be read.`;
    throw new UnreadableSave(`${what}${inWords(failures[0])}`);
  }
  const objectFailureCount = failureCount - archives.failureCount;
  if (!isTooMuch(objectFailureCount, objectCount, tolerated)) return report;
  const first = inWords(failures[archives.failureCount]);
  throw new UnreadableSave(`${objectFailureCount} of ${objectCount} objects cannot be read.${first}`);
}

function isTooMuch(failureCount: number, of: number, { count, share }: { count: number; share: number }): boolean {
  return failureCount > Math.max(count, of * share);
}

function inWords(failure: SaveReport['failures'][number] | undefined): string {
  return failure ? ` The first: ${failure.place}: ${failure.reason}.` : '';
}
