/** The parts of the address that say which structures are shown, and how. */
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
