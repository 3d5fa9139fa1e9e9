import { isAsaArchive } from './asa/archive-object.ts';
import { readAsaTribe } from './asa/asa-archive.ts';
import { readAseTribe } from './ase/ase-archive.ts';
import type { SavedTribe } from './save-rows.ts';

/** An `.arktribe` of either game. */
export function readTribe(bytes: Buffer): SavedTribe {
  return isAsaArchive(bytes) ? readAsaTribe(bytes) : readAseTribe(bytes);
}
