import type { StructureFilters, StructureState } from './structure-set.ts';
import type { ExportFilters } from './structures.mutations.ts';

/** What the page shows, as the portal is asked for it. */
export function exportFilters(filters: StructureFilters, state: StructureState): ExportFilters {
  const { tribes, owners, classes, minAge, maxAge, leftBehind, search } = filters;
  return {
    state,
    ...(tribes.length > 0 && { tribes: tribes.join(',') }),
    ...(owners.length > 0 && { owners: owners.join(',') }),
    ...(classes.length > 0 && { classes: classes.join(',') }),
    ...(minAge !== undefined && { minAgeDays: minAge }),
    ...(maxAge !== undefined && { maxAgeDays: maxAge }),
    ...(leftBehind !== undefined && { leftBehindDays: leftBehind }),
    ...(search !== '' && { search: search.slice(0, 100) }),
  };
}
