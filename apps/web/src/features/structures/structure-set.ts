import type { ReplyInput } from '@tribehall/contract';
import type { StructurePoints } from '@tribehall/contract/shared/structure-points';
import type { StructureParams } from './structure-params.ts';

export type { StructurePoints };

/** What was read of a server, and what of it the viewer sees. */
export type StructuresInfo = ReplyInput<'GET /ark/servers/{id}/structures'>;
export type ArkMap = NonNullable<StructuresInfo['map']>;

/** Standing ones, or those that were there once. */
export type StructureState = 'standing' | 'gone';

/** All structures in columns, the numbers of the rows that fit the filters, and the map they stand on, where it is known. */
export type StructureSet = {
  points: StructurePoints;
  rows: Uint32Array;
  map: ArkMap | null;
  /** Of the tribes, in their order, for the scheme that is shown. */
  tribeColors: readonly string[];
};

/** What the address narrows them down to. Lists are of ids as text, ages in days; an empty list narrows nothing. */
export type StructureFilters = {
  tribes: readonly string[];
  owners: readonly string[];
  classes: readonly string[];
  minAge: number | undefined;
  maxAge: number | undefined;
  leftBehind: number | undefined;
  search: string;
};

const maxDays = 3_650;

type Given = { [Name in keyof StructureFilters]?: string | undefined };

export function filtersOf(params: Given): StructureFilters {
  return {
    tribes: listOf(params.tribes),
    owners: listOf(params.owners),
    classes: listOf(params.classes),
    minAge: daysOf(params.minAge),
    maxAge: daysOf(params.maxAge),
    leftBehind: daysOf(params.leftBehind),
    search: params.search?.trim().toLowerCase() ?? '',
  };
}

export function stateOf(params: StructureParams): StructureState {
  return params.state === 'gone' ? 'gone' : 'standing';
}

/** Then what fits changes with time. */
export function hasAges({ minAge, maxAge, leftBehind }: StructureFilters): boolean {
  return [minAge, maxAge, leftBehind].some((days) => days !== undefined);
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
