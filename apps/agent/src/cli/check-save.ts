import fs from 'node:fs/promises';
import path from 'node:path';
import type { ServerConfig } from '../config/config.ts';
import type { Semaphore } from '../semaphore.ts';
import { findGameFiles } from '../game-files.ts';
import { makeCheckFolder } from '../saves/check-folder.ts';
import { copySave, inMegabytes } from '../saves/save-copy.ts';
import { startReading, type ReaderLimits } from '../saves/save-reading.ts';
import { describeHead } from '../saves/sync-save.ts';
import { findWorldSave, type SaveFile } from '../saves/world-save.ts';
import { bad, type Finding, good, inWords, note } from './finding.ts';

export type SaveCheck = {
  stateDir: string;
  /** Limits how many saves are read at once. */
  semaphore: Semaphore;
  reader?: Partial<ReaderLimits> | undefined;
};

const folderFix = 'Set "folder" to this server\'s ShooterGame/Saved folder, or "saves" to the folder with its worlds.';

/** Checks that there is a world save, and that all of it can be read. */
export async function checkSave(config: ServerConfig, check: SaveCheck): Promise<Finding> {
  const { saves } = findGameFiles(config);
  if (saves === undefined)
    return note('save', 'Without it, structures, tribes and survivors are not shown.', folderFix);
  const release = await check.semaphore.acquire(new AbortController().signal);
  try {
    const save = await findWorldSave(saves, { map: config.map });
    if (!save) return note('save', `No world in ${saves} yet.`, `Let the game save once (SaveWorld). ${folderFix}`);
    return good('save', await describeSave(save, check));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return note('save', `There is no folder ${saves} yet.`, folderFix);
    return bad('save', message, 'Fix the cause; the game writes its next save by itself.');
  } finally {
    release();
  }
}

async function describeSave(save: SaveFile, { stateDir, reader }: SaveCheck): Promise<string> {
  const age = `${inWords(Date.now() - save.mtimeMs)} old`;
  const folder = await makeCheckFolder(stateDir);
  const copy = path.join(folder, 'world.ark');
  const reading = startReading(reader);
  try {
    if (!(await copySave(save, copy))) return `${save.file}, which the game is writing right now.`;
    const request = {
      file: copy,
      folder: path.dirname(save.file),
      savedAtMs: save.mtimeMs,
      survivors: [],
      learned: [],
    };
    const { format } = describeHead((await reading.open(request)).head, save.file);
    let step = await reading.begin({ hasBase: false, takesGround: false });
    while (step.type === 'rows') step = await reading.next();
    const { structureCount, failureCount, survivors } = step.report;
    const failed = failureCount === 0 ? '' : ` ${failureCount} objects could not be read.`;
    return `${save.file}, ${format}, ${inMegabytes(save.size)}, ${age}: ${structureCount} structures, ${survivors.length} players.${failed}`;
  } finally {
    await reading.stop();
    await fs.rm(folder, { recursive: true, force: true });
  }
}
