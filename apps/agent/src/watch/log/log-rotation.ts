import { type FSWatcher, watch } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { type LogPosition, OpenLog } from './open-log.ts';

const maxBackups = 20;

/** The log that a place is in, after the game or a tool gave it another name; undefined where it is gone. */
export async function findBackup(position: LogPosition): Promise<OpenLog | undefined> {
  for (const place of await newestNeighbours(position.file).catch(() => [])) {
    const log = await OpenLog.open(place, position.file).catch(() => undefined);
    if (await log?.goTo(position).catch(() => false)) return log;
    await log?.close();
  }
  return undefined;
}

/** `ShooterGame.log` becomes `ShooterGame_backup-….log`, or `ShooterGame.log.1` where a tool did it. */
async function newestNeighbours(file: string): Promise<string[]> {
  const { dir, name, base } = path.parse(file);
  const names = (await fs.readdir(dir)).filter((found) => found !== base && found.startsWith(name));
  const stats = await Promise.all(
    names.map(async (found) => {
      const place = path.join(dir, found);
      const stat = await fs.stat(place).catch(() => undefined);
      return { place, isFile: stat?.isFile() === true, mtimeMs: stat?.mtimeMs ?? 0 };
    }),
  );
  const newest = stats.filter(({ isFile }) => isFile).toSorted((a, b) => b.mtimeMs - a.mtimeMs);
  return newest.slice(0, maxBackups).map(({ place }) => place);
}

export type FileWatch = { stop(): void };

/** Tells of changes sooner than the next look would; by its folder, since the file itself comes and goes. */
export function watchFile(file: string, onChange: () => void): FileWatch {
  const name = path.basename(file);
  let watcher: FSWatcher | undefined;
  const stop = () => watcher?.close();
  try {
    watcher = watch(path.dirname(file), (_event, changed) => {
      if (changed === null || changed === name) onChange();
    });
    // Where it does not work, or no longer, looking now and then has to be enough.
    watcher.on('error', stop);
  } catch {
    watcher = undefined;
  }
  return { stop };
}
