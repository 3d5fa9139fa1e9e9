import { type FSWatcher, watch } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { type LogPosition, OpenLog } from './open-log.ts';

const maxBackups = 20;

/** Finds the log file of a position after the game or a tool renamed it; undefined if it is gone. */
export async function findBackup(position: LogPosition): Promise<OpenLog | undefined> {
  for (const file of await newestNeighbours(position.file).catch(() => [])) {
    const log = await OpenLog.open(file, position.file).catch(() => undefined);
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
      const file = path.join(dir, found);
      const stat = await fs.stat(file).catch(() => undefined);
      return { file, isFile: stat?.isFile() === true, mtimeMs: stat?.mtimeMs ?? 0 };
    }),
  );
  const newest = stats.filter(({ isFile }) => isFile).toSorted((a, b) => b.mtimeMs - a.mtimeMs);
  return newest.slice(0, maxBackups).map(({ file }) => file);
}

export type FileWatch = { stop(): void };

/** Reports changes before the next poll would. Watches the folder, since the file itself comes and goes. */
export function watchFile(file: string, onChange: () => void): FileWatch {
  const name = path.basename(file);
  let watcher: FSWatcher | undefined;
  const stop = () => watcher?.close();
  try {
    watcher = watch(path.dirname(file), (_event, changed) => {
      if (changed === null || changed === name) onChange();
    });
    // Without a watcher, polling has to be enough.
    watcher.on('error', stop);
  } catch {
    watcher = undefined;
  }
  return { stop };
}
