import type { SaveFolder } from './save-folder.ts';
import { isSame, type SaveWatch } from './save-watch.ts';
import type { SaveFile } from './world-save.ts';

/** Which save has to be told next: the newest, unless the portal has it, or it could not be read. */
export function createDueSave(folder: Pick<SaveFolder, 'acknowledged'>, watch: Pick<SaveWatch, 'settled'>) {
  let failed: SaveFile | undefined;
  return {
    find(serverId: string): SaveFile | undefined {
      const save = watch.settled();
      const known = folder.acknowledged();
      const isKnown = known?.serverId === serverId && isSame(save, known.save);
      // Who may read it changes without a new save.
      const hasFailed = isSame(save, failed) && save?.ctimeMs === failed?.ctimeMs;
      return isKnown || hasFailed ? undefined : save;
    },
    /** Not again before it changes. */
    giveUp: (save: SaveFile) => void (failed = save),
  };
}
