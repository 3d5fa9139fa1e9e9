/** The URL's search parameters. In a file of their own, because the router imports them. */
export const structureParams = [
  'tribes',
  'owners',
  'classes',
  'minAge',
  'maxAge',
  'leftBehind',
  'search',
  'view',
  'state',
  'sort',
  'order',
  'structure',
] as const;

export type StructureParams = { [Name in (typeof structureParams)[number]]?: string };
