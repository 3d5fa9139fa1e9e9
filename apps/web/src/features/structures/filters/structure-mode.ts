import type { StructureParams } from '../structure-params.ts';
import type { StructureFilters, StructureState } from '../structure-set.ts';

/** What the page is about: all that stand, those nobody comes back to, or those that were there once. */
export type StructureMode = 'standing' | 'leftBehind' | 'gone';

export const usualLeftBehindDays = 14;

export function modeOf(filters: Pick<StructureFilters, 'leftBehind'>, state: StructureState): StructureMode {
  if (state === 'gone') return 'gone';
  return filters.leftBehind === undefined ? 'standing' : 'leftBehind';
}

/** The parts of the address that change with it; the other filters stay. */
export function modeParams(mode: StructureMode): Pick<StructureParams, 'state' | 'leftBehind'> {
  return {
    state: mode === 'gone' ? 'gone' : '',
    leftBehind: mode === 'leftBehind' ? String(usualLeftBehindDays) : '',
  };
}
