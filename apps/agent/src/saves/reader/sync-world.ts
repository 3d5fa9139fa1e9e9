import type { KnownObjects } from '@tribehall/ark/saves/known-objects';
import type { OpenSave, SaveReport } from '@tribehall/ark/saves/save-rows';
import { UnreadableSave } from '../world-save.ts';
import { RowMessages } from './row-batch.ts';
import { type RowHashes, UnreadRows } from './row-hashes.ts';
import { serializeClass, serializeGround, serializeRow, serializeSurvivor } from './serialize-row.ts';
import {
  type Identity,
  type LearnedIdentity,
  type PlayerFile,
  type PlayerFiles,
  readProfileFile,
  readTribeFile,
  SurvivorRegistry,
} from './survivors.ts';

/** A message for the portal; undefined if this step found no change. */
type Step = string | undefined;

/** The result of reading a save. */
export type WorldReport = Pick<SaveReport, 'objectCount' | 'failureCount' | 'failures'> & {
  structureCount: number;
  changedCount: number;
  goneCount: number;
  survivors: Identity[];
};

export type WorldOptions = {
  save: OpenSave;
  /** Profile and tribe files beside the save. */
  files: PlayerFiles;
  /** Hashes of the rows that the portal has. */
  hashes: RowHashes;
  /** Structures of the reading before; without it, all are read. */
  known?: KnownObjects | undefined;
  savedAtMs: number;
  /** The game's number of a player's survivor, from the previous upload. */
  arkIdOf?: ((playerId: string) => string | undefined) | undefined;
  /** What the log and the chat say about players. */
  learned?: readonly LearnedIdentity[] | undefined;
  /** Whether the portal stores the heights of the ground. */
  takesGround?: boolean | undefined;
};

/** A file that was not written together with the save is older than the save's own data. */
const sameSaveMs = 120_000;
const maxFailures = 5;
/** With more, a new game version is more likely than damage, and nothing may be considered gone. */
const tolerated = { count: 20, share: 0.05 } as const;
/** Tribes and survivors are few, and their archive format may change independently of the objects. */
const toleratedArchives = { count: 1, share: 0.5 } as const;

/** Walks a whole world and yields messages with what the portal does not have yet. */
export function* syncWorld(options: WorldOptions): Generator<Step, WorldReport> {
  const { save, files, hashes, known, savedAtMs, arkIdOf, learned = [], takesGround = false } = options;
  const messages = new RowMessages(hashes);
  const survivors = new SurvivorRegistry(savedAtMs);
  const unread = new UnreadRows(hashes);
  const failures: SaveReport['failures'] = [];
  const passOver = ({ file }: PlayerFile, error: unknown) => {
    messages.failureCount += 1;
    if (failures.length < maxFailures) failures.push({ place: file, reason: (error as Error).message });
  };
  const isOfThisSave = ({ mtimeMs }: PlayerFile) => mtimeMs >= savedAtMs - sameSaveMs;
  const tribeOf = (file: PlayerFile): Step => {
    try {
      return messages.add(serializeRow({ kind: 'tribe', tribe: readTribeFile(file) }));
    } catch (error) {
      passOver(file, error);
      hashes.markPresent({ kind: 'tribe', id: file.name });
      return undefined;
    }
  };

  // The first row of a tribe wins, so the newest file comes first.
  const tribes = files.tribes.toSorted((a, b) => b.mtimeMs - a.mtimeMs);
  for (const file of tribes.filter(isOfThisSave)) yield tribeOf(file);
  const report = yield* syncRows(save.rows(known), { messages, survivors, unread });
  for (const file of tribes.filter((found) => !isOfThisSave(found))) yield tribeOf(file);
  for (const file of inOrderOfPrecedence(files.profiles, isOfThisSave)) {
    try {
      survivors.add(readProfileFile(file), isOfThisSave(file));
    } catch (error) {
      passOver(file, error);
      const arkId = arkIdOf?.(file.name);
      if (arkId !== undefined) hashes.markPresent({ kind: 'survivor', id: arkId });
    }
    yield undefined;
  }
  survivors.identify(learned);
  for (const survivor of survivors.all()) yield messages.add(serializeSurvivor(survivor));
  for (const found of report.classes) yield messages.add(serializeClass(found));
  if (takesGround) for (const cell of report.ground) yield messages.add(serializeGround(cell));
  unread.apply();
  for (const key of hashes.gone()) yield messages.addGone(key);
  yield messages.flush();
  const { changedCount, goneCount, failureCount } = messages;
  return {
    structureCount: hashes.count('structure'),
    changedCount,
    goneCount,
    objectCount: report.objectCount,
    failureCount: report.failureCount + failureCount,
    failures: [...report.failures, ...failures].slice(0, maxFailures),
    survivors: survivors.identities(),
  };
}

/** Of older files the first row of a survivor wins, of files of this save the last: the newest in both cases. */
function inOrderOfPrecedence(files: PlayerFile[], isOfThisSave: (file: PlayerFile) => boolean): PlayerFile[] {
  const byAge = files.toSorted((a, b) => a.mtimeMs - b.mtimeMs);
  return [...byAge.filter((file) => !isOfThisSave(file)).toReversed(), ...byAge.filter(isOfThisSave)];
}

type Listeners = { messages: RowMessages; survivors: SurvivorRegistry; unread: UnreadRows };

/** Survivors are collected first: a body, the store and a file may describe the same one. */
function* syncRows(
  rows: ReturnType<OpenSave['rows']>,
  { messages, survivors, unread }: Listeners,
): Generator<Step, SaveReport> {
  for (let next = rows.next(); ; next = rows.next()) {
    if (next.done) return checkReport(next.value);
    const row = next.value;
    if (row === undefined) yield undefined;
    else if (row.kind === 'survivor') survivors.add(row.survivor);
    else if (row.kind === 'unreadable') unread.note(row);
    else {
      const lastSent = serializeRow(row);
      if (!lastSent && row.kind === 'structure')
        unread.note({ kind: 'unreadable', of: 'object', id: row.structure.id });
      const full = messages.add(lastSent, row.kind === 'structure' ? row.content : undefined);
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
