import type { SaveHead } from '@tribehall/ark/saves/save-rows';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { cleanText } from '../clean-text.ts';
import type { SaveDialogue, SaveLine } from '../connection/world-save-upload.ts';
import type { Log } from '../log/agent-log.ts';
import type { WorldReport } from './reader/sync-world.ts';
import { copySave, inMegabytes } from './save-copy.ts';
import type { SaveFolder } from './save-folder.ts';
import { type ReaderLimits, type SaveReading, startReading } from './save-reading.ts';
import { nameOf, type SaveFile } from './world-save.ts';

type Options = {
  save: SaveFile;
  savedAt: Date;
  dialogue: SaveDialogue;
  folder: SaveFolder;
  line: Pick<SaveLine, 'signal' | 'serverId'>;
  gapMs: number;
  reader?: Partial<ReaderLimits> | undefined;
};
export type ToldSave = { format: string; map: string; report: WorldReport };

/** Copies a save and tells the portal what is in it. Undefined where the game wrote to it meanwhile. */
export async function tellSave(options: Options): Promise<ToldSave | undefined> {
  const { save, folder, line } = options;
  let reading: SaveReading | undefined;
  const callOff = () => void reading?.stop();
  line.signal.addEventListener('abort', callOff, { once: true });
  try {
    if (!(await copySave(save, folder.copy))) return undefined;
    line.signal.throwIfAborted();
    reading = startReading(options.reader);
    return await tellReading(options, reading);
  } finally {
    line.signal.removeEventListener('abort', callOff);
    await reading?.stop();
    await folder.removeCopy();
  }
}

/** A save without the map's name has it as its own. */
export function describeHead({ game, version, map, gameTime }: SaveHead, file: string) {
  return {
    map: cleanText(map ?? nameOf(file), 64),
    format: `${game.toUpperCase()} ${version}`,
    gameTime: Math.abs(gameTime) <= 1e12 ? gameTime : 0,
  };
}

/** Rows go out while they are read; what the portal has then is written down. */
async function tellReading({ save, savedAt, dialogue, folder, line, gapMs }: Options, reading: SaveReading) {
  const { file, size, mtimeMs } = save;
  const known = folder.acknowledged();
  const revision = randomUUID();
  const { head, base } = await reading.open({
    file: folder.copy,
    folder: path.dirname(file),
    savedAtMs: savedAt.getTime(),
    ledger: {
      file: folder.ledger,
      base: known?.serverId === line.serverId ? known.revision : undefined,
      next: folder.nextLedger,
      head: { version: 1, revision, serverId: line.serverId, save: { file, size, mtimeMs } },
    },
    survivors: [...folder.survivors()].map(([playerId, { arkId }]) => [playerId, arkId]),
  });
  const { map, format, gameTime } = describeHead(head, file);
  const hasBase = await dialogue.begin({ base: base ?? null, revision, savedAt, map, format, gameTime });
  let step = await reading.begin(hasBase && base !== undefined);
  for (; step.type === 'rows'; step = await reading.next()) {
    await dialogue.rows(step.json);
    await wait(gapMs, undefined, { signal: line.signal });
  }
  const { report } = step;
  const { objectCount, failureCount, structureCount } = report;
  await folder.keepSurvivors(savedAt.getTime(), report.survivors);
  await dialogue.end({ objectCount, failureCount, structureCount });
  await folder.acknowledge();
  return { format, map, report };
}

/** What the operator reads about a save that was told. */
export function reportSave(log: Pick<Log, 'info' | 'warn'>, told: ToldSave, { size }: SaveFile, ms: number): void {
  const { structureCount, changedCount, goneCount, failureCount, failures } = told.report;
  const what = `${told.map} (${told.format}, ${inMegabytes(size)})`;
  const counts = `${structureCount} structures, ${changedCount} rows new or changed, ${goneCount} gone`;
  log.info(`Told the save of ${what}: ${counts}, in ${(ms / 1_000).toFixed(1)} s.`);
  if (failureCount === 0) return;
  const first = failures[0] && ` The first: ${failures[0].place}: ${failures[0].reason}`;
  log.warn(`${failureCount} ${failureCount === 1 ? 'part' : 'parts'} of the save could not be read.${first ?? ''}`);
}
