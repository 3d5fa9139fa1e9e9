import { SaveError } from '../save-error.ts';
import type { Coordinates, SavedStructure } from '../save-rows.ts';
import { addDetails, playerTeam } from '../saved-values.ts';
import type { AsaObject } from './asa-object.ts';

/** Death bags and the dummy of a screen have a team, too. */
const notBuilt = /^(DeathItemCache_|Structure_LoadoutDummy)/;

/** Finds coordinates; `neighbours` are what the structure is built onto. */
export type CoordinatesLookup = {
  own(): Coordinates | undefined;
  find(key: Buffer): Coordinates | undefined;
  neighbours(): Buffer[];
};

/** A structure belongs to players if it has its own number and a team that is not the game's. */
export function toStructure(
  row: { readonly key: Buffer },
  object: AsaObject,
  className: string,
  lookup: CoordinatesLookup,
): SavedStructure | undefined {
  const teamId = object.isStructure ? playerTeam(object.team) : undefined;
  if (teamId === undefined || notBuilt.test(className)) return undefined;
  const structure: SavedStructure = {
    id: row.key.toString('hex'),
    className,
    teamId,
    place: coordinatesOf(lookup),
  };
  addDetails(structure, object);
  return structure;
}

/** Without coordinates in the save: those of what it is built onto. A guess would move known structures. */
function coordinatesOf(lookup: CoordinatesLookup): Coordinates {
  const own = lookup.own();
  if (own) return own;
  for (const neighbour of lookup.neighbours()) {
    const coordinates = lookup.find(neighbour);
    if (coordinates) return coordinates;
  }
  throw new SaveError('coordinates', 'they are missing');
}
