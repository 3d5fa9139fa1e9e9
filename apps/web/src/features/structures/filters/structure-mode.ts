import type { StructureParams } from '../structure-params.ts';
import type { StructureFilters, StructureState } from '../structure-set.ts';

/** Existing structures, those whose owners no longer play, or those that are gone. */
export type StructureMode = 'standing' | 'abandoned' | 'gone';

export const defaultAbandonedDays = 14;

export function modeOf(filters: Pick<StructureFilters, 'abandonedDays'>, state: StructureState): StructureMode {
  if (state === 'gone') return 'gone';
  return filters.abandonedDays === undefined ? 'standing' : 'abandoned';
}

/** The URL parameters of a mode; other filters stay. */
export function modeParams(mode: StructureMode): Pick<StructureParams, 'state' | 'leftBehind'> {
  return {
    state: mode === 'gone' ? 'gone' : '',
    leftBehind: mode === 'abandoned' ? String(defaultAbandonedDays) : '',
  };
}
