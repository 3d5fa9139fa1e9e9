import type { ReplyInput } from '@tribehall/contract';
import type { StructurePoints } from '@tribehall/contract/shared/structure-points';
import type { StructureParams } from './structure-params.ts';

export type { StructurePoints };

/** The state of a server's world save, and what the viewer may see of it. */
export type StructuresInfo = ReplyInput<'GET /ark/servers/{id}/structures'>;
export type ArkMap = NonNullable<StructuresInfo['map']>;

/** Existing structures, or those that are gone. */
export type StructureState = 'standing' | 'gone';

/** All structures as columns, the rows that match the filters, and the map if it is known. */
export type StructureSet = {
  points: StructurePoints;
  rows: Uint32Array;
  map: ArkMap | null;
  /** By tribe index, for the current colour scheme. */
  tribeColors: readonly string[];
};

/** From the URL. Lists hold ids as text, an empty list filters nothing; ages are in days. */
export type StructureFilters = {
  tribes: readonly string[];
  owners: readonly string[];
  classes: readonly string[];
  minAge: number | undefined;
  maxAge: number | undefined;
  abandonedDays: number | undefined;
  search: string;
};

const maxDays = 3_650;

type FilterName = 'tribes' | 'owners' | 'classes' | 'minAge' | 'maxAge' | 'leftBehind' | 'search';
type FilterParams = { [Name in FilterName]?: string | undefined };

export function filtersOf(params: FilterParams): StructureFilters {
  return {
    tribes: listOf(params.tribes),
    owners: listOf(params.owners),
    classes: listOf(params.classes),
    minAge: daysOf(params.minAge),
    maxAge: daysOf(params.maxAge),
    abandonedDays: daysOf(params.leftBehind),
    search: params.search?.trim().toLowerCase() ?? '',
  };
}

export function stateOf(params: StructureParams): StructureState {
  return params.state === 'gone' ? 'gone' : 'standing';
}

/** If so, what matches changes with time. */
export function hasAges({ minAge, maxAge, abandonedDays }: StructureFilters): boolean {
  return [minAge, maxAge, abandonedDays].some((days) => days !== undefined);
}

export function hasFilters(filters: StructureFilters): boolean {
  const lists = [filters.tribes, filters.owners, filters.classes];
  return filters.search !== '' || lists.some((list) => list.length > 0) || hasAges(filters);
}

function listOf(text = ''): string[] {
  return [...new Set(text.split(',').filter(Boolean))];
}

function daysOf(text = ''): number | undefined {
  const days = Number(text);
  return text === '' || !Number.isFinite(days) || days < 0 ? undefined : Math.min(days, maxDays);
}
