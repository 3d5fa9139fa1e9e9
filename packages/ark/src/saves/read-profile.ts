import { readAsaProfile } from './asa/asa-archive.ts';
import { isAsaArchive } from './asa/archive-object.ts';
import { readAseProfile } from './ase/ase-archive.ts';
import type { SavedSurvivor } from './save-rows.ts';

/** An `.arkprofile` of either game. */
export function readProfile(bytes: Buffer): SavedSurvivor {
  return isAsaArchive(bytes) ? readAsaProfile(bytes) : readAseProfile(bytes);
}
