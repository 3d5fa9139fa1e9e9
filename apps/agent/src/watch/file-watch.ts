import { watch, type FSWatcher } from 'node:fs';
import path from 'node:path';

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
