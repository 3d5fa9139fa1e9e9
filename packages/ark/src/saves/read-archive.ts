import { isAsaArchive } from './asa/archive-object.ts';
import { readAsaProfile, readAsaTribe } from './asa/asa-archive.ts';
import { readAseProfile, readAseTribe } from './ase/ase-archive.ts';
import type { SavedSurvivor, SavedTribe } from './save-rows.ts';

/** Reads an `.arkprofile` of either game. */
export function readProfile(bytes: Buffer): SavedSurvivor {
  return isAsaArchive(bytes) ? readAsaProfile(bytes) : readAseProfile(bytes);
}

/** Reads an `.arktribe` of either game. */
export function readTribe(bytes: Buffer): SavedTribe {
  return isAsaArchive(bytes) ? readAsaTribe(bytes) : readAseTribe(bytes);
}
