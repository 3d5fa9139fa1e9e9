import type { OpenSave, SaveReport } from '@tribehall/ark/saves/save-rows';
import { readProfileFile, readTribeFile, type PlayerFile, type PlayerFiles } from './player-files.ts';
import type { RowLedger } from './row-ledger.ts';
import { SurvivorRoll, type Identity } from './survivor-roll.ts';
import { tellClass, tellRow, tellSurvivor } from './told-row.ts';
import { UnreadableSave } from './unreadable-save.ts';
import { WorldTelling } from './world-telling.ts';

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
const rowsPerStep = 500;
const maxFailures = 5;
/** With more, a new version of the game is more likely than damage, and nothing must be taken for gone. */
const tolerated = { count: 20, share: 0.05 } as const;

/** Goes through a whole world and tells, in messages for the link, what the portal does not have yet. */
export function* tellWorld({ save, files, ledger, savedAtMs, arkIdOf }: WorldOptions): Generator<Step, WorldReport> {
  const telling = new WorldTelling(ledger);
  const roll = new SurvivorRoll(savedAtMs);
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
  for (const file of files.tribes.filter(isOfThisSave)) yield tribeOf(file);
  const report = yield* tellRows(save, telling, roll);
  for (const file of files.tribes.filter((found) => !isOfThisSave(found))) yield tribeOf(file);
  for (const file of files.profiles) {
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
  for (const key of ledger.gone()) yield telling.tellGone(key);
  yield telling.rest();
  const { structureCount, changedCount, goneCount, failureCount } = telling;
  return {
    structureCount,
    changedCount,
    goneCount,
    objectCount: report.objectCount,
    failureCount: report.failureCount + failureCount,
    failures: [...report.failures, ...failures].slice(0, maxFailures),
    survivors: roll.identities(),
  };
}

/** Survivors wait: a body, the store and a file may tell of the same one. */
function* tellRows(save: OpenSave, telling: WorldTelling, roll: SurvivorRoll): Generator<Step, SaveReport> {
  const rows = save.rows();
  let count = 0;
  for (let next = rows.next(); ; next = rows.next()) {
    if (next.done) return checkReport(next.value);
    const row = next.value;
    if (row.kind === 'survivor') roll.add(row.survivor);
    const full = row.kind === 'survivor' ? undefined : telling.tell(tellRow(row));
    count += 1;
    if (full !== undefined || count % rowsPerStep === 0) yield full;
  }
}

function checkReport(report: SaveReport): SaveReport {
  const { objectCount, failureCount, failures } = report;
  if (failureCount <= Math.max(tolerated.count, objectCount * tolerated.share)) return report;
  const first = failures[0] && ` The first: ${failures[0].place}: ${failures[0].reason}.`;
  throw new UnreadableSave(`${failureCount} of ${objectCount} objects cannot be read.${first ?? ''}`);
}
