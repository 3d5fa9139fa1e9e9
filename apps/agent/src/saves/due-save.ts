import type { SaveFolder } from './save-folder.ts';
import { isSame, type SaveWatch } from './save-watch.ts';
import type { SaveFile } from './world-save.ts';

/** Which save has to be told next: the newest, unless the portal has it, or it could not be read. */
export function createDueSave(folder: Pick<SaveFolder, 'acknowledged'>, watch: Pick<SaveWatch, 'settled'>) {
  let failed: SaveFile | undefined;
  let lostRevision: string | undefined;
  return {
    /** What the portal says to have: one that was put back to an older state lacks what it once acknowledged. */
    welcome(saveRevision: string | null | undefined): void {
      const revision = folder.acknowledged()?.revision;
      lostRevision = saveRevision === undefined || saveRevision === revision ? undefined : revision;
    },
    find(serverId: string): SaveFile | undefined {
      const save = watch.settled();
      const known = folder.acknowledged();
      const isAtPortal = known?.serverId === serverId && known.revision !== lostRevision;
      const isKnown = isAtPortal && isSame(save, known.save);
      // Who may read it changes without a new save.
      const hasFailed = isSame(save, failed) && save?.ctimeMs === failed?.ctimeMs;
      return isKnown || hasFailed ? undefined : save;
    },
    /** Not again before it changes. */
    giveUp: (save: SaveFile) => void (failed = save),
  };
}
