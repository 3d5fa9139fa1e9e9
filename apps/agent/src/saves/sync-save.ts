import type { SaveHead } from '@tribehall/ark/saves/save-rows';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { cleanText } from '../clean-text.ts';
import type { WorldSaveUpload, WorldSaveConnection } from '../connection/world-save-upload.ts';
import type { Log } from '../log/agent-log.ts';
import { rowHashesVersion } from './reader/row-hashes-file.ts';
import type { LearnedIdentity } from './reader/survivors.ts';
import type { WorldReport } from './reader/sync-world.ts';
import { copySave, inMegabytes } from './save-copy.ts';
import type { SaveFolder } from './save-folder.ts';
import { type ReaderLimits, type SaveReading, startReading } from './save-reading.ts';
import { nameOf, type SaveFile } from './world-save.ts';

type Options = {
  save: SaveFile;
  savedAt: Date;
  upload: WorldSaveUpload;
  folder: SaveFolder;
  learned: LearnedIdentity[];
  connection: Pick<WorldSaveConnection, 'signal' | 'serverId'>;
  gapMs: number;
  reader?: Partial<ReaderLimits> | undefined;
};
export type SyncedSave = { format: string; map: string; report: WorldReport };

/** Copies a save and uploads its changes. Returns undefined if the game wrote to it during the copy. */
export async function syncSave(options: Options): Promise<SyncedSave | undefined> {
  const { save, folder, connection } = options;
  let reading: SaveReading | undefined;
  const cancel = () => void reading?.stop();
  connection.signal.addEventListener('abort', cancel, { once: true });
  try {
    if (!(await copySave(save, folder.copy))) return undefined;
    connection.signal.throwIfAborted();
    reading = startReading(options.reader);
    return await syncReading(options, reading);
  } finally {
    connection.signal.removeEventListener('abort', cancel);
    await reading?.stop();
    await folder.removeCopy();
  }
}

/** A save without the map's name is named after its file. */
export function describeHead({ game, version, map, gameTime }: SaveHead, file: string) {
  return {
    map: cleanText(map ?? nameOf(file), 64),
    format: `${game.toUpperCase()} ${version}`,
    gameTime: Math.abs(gameTime) <= 1e12 ? gameTime : 0,
  };
}

/** Streams rows to the portal while reading, then stores what the portal has. */
async function syncReading(options: Options, reading: SaveReading) {
  const { save, savedAt, upload, folder, learned, connection, gapMs } = options;
  const { file, size, mtimeMs } = save;
  const known = folder.acknowledged();
  const revision = randomUUID();
  const { head, base } = await reading.open({
    file: folder.copy,
    folder: path.dirname(file),
    savedAtMs: savedAt.getTime(),
    hashes: {
      file: folder.hashes,
      base: known?.serverId === connection.serverId ? known.revision : undefined,
      next: folder.nextHashes,
      head: { version: rowHashesVersion, revision, serverId: connection.serverId, save: { file, size, mtimeMs } },
    },
    survivors: [...folder.survivors()].map(([playerId, { arkId }]) => [playerId, arkId]),
    learned,
  });
  const { map, format, gameTime } = describeHead(head, file);
  const answer = await upload.begin({ base: base ?? null, revision, savedAt, map, format, gameTime });
  let step = await reading.begin({ ...answer, hasBase: answer.hasBase && base !== undefined });
  for (; step.type === 'rows'; step = await reading.next()) {
    await upload.rows(step.json);
    await wait(gapMs, undefined, { signal: connection.signal });
  }
  const { report } = step;
  const { objectCount, failureCount, structureCount } = report;
  await folder.storeSurvivors(savedAt.getTime(), report.survivors);
  await upload.end({ objectCount, failureCount, structureCount });
  await folder.acknowledge();
  return { format, map, report };
}

/** Logs a summary of an uploaded save for the operator. */
export function logSyncedSave(
  log: Pick<Log, 'info' | 'warn'>,
  lastSent: SyncedSave,
  { size }: SaveFile,
  ms: number,
): void {
  const { structureCount, changedCount, goneCount, failureCount, failures } = lastSent.report;
  const what = `${lastSent.map} (${lastSent.format}, ${inMegabytes(size)})`;
  const counts = `${structureCount} structures, ${changedCount} rows changed, ${goneCount} gone`;
  log.info(`Uploaded the world save of ${what}: ${counts}, in ${(ms / 1_000).toFixed(1)} s.`);
  if (failureCount === 0) return;
  const first = failures[0] && ` The first: ${failures[0].place}: ${failures[0].reason}`;
  log.warn(`${failureCount} ${failureCount === 1 ? 'part' : 'parts'} of the save could not be read.${first ?? ''}`);
}
