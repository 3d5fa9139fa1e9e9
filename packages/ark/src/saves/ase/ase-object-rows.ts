import { createHash } from 'node:crypto';
import { SaveError } from '../save-error.ts';
import type { Coordinates, SavedStructure, SavedSurvivor } from '../save-rows.ts';
import { addDetails, arkNumber, cleanText, gameSeconds, platformId, playerTeam } from '../saved-values.ts';
import type { AseObject } from './ase-objects.ts';
import { numberValue, textValue, wholeValue, withoutUndefined } from './ase-properties.ts';
import { words } from './ase-words.ts';
import type { AseValues } from './property-walker.ts';

const maxCoordinate = 1e9;

/** Bags of the dead and the dummy of a screen have owners, too. */
const notBuilt = /^(DeathItemCache_|Structure_LoadoutDummy)/;

/** Old saves have structures without a number; those have one of the other two. */
export function isStructure(values: AseValues): boolean {
  return (
    values[words.StructureID] !== undefined ||
    values[words.OwnerName] !== undefined ||
    values[words.bHasResetDecayTime] !== undefined
  );
}

export function toStructure(object: AseObject, className: string, values: AseValues): SavedStructure | undefined {
  const teamId = playerTeam(numberValue(values[words.TargetingTeam]));
  if (teamId === undefined || !object.hasCoordinates || !isStructure(values) || notBuilt.test(className))
    return undefined;
  const coordinates = coordinatesOf(object);
  if (!coordinates) throw new SaveError('coordinates', 'they are outside of any world');
  const number = numberValue(values[words.StructureID]);
  const structure: SavedStructure = {
    id: number === undefined ? idFromCoordinates(className, coordinates) : String(number),
    className,
    teamId,
    place: coordinates,
  };
  addDetails(structure, {
    ownerName: textValue(values[words.OwnerName]),
    owningPlayerId: wholeValue(values[words.OwningPlayerID]),
    owningPlayerName: textValue(values[words.OwningPlayerName]),
    givenName: textValue(values[words.BoxName] ?? values[words.BedName] ?? values[words.SignText]),
    health: numberValue(values[words.Health]),
    maxHealth: numberValue(values[words.MaxHealth]),
    createdAt: numberValue(values[words.OriginalCreationTime]),
  });
  return structure;
}

/** For a structure without a number of its own: the same as long as it stands where it stands. */
export function idFromCoordinates(className: string, { x, y, z }: Coordinates): string {
  return `at-${createHash('sha256').update(`${className} ${x} ${y} ${z}`).digest('hex').slice(0, 32)}`;
}

/** A body in the world. The dead are no survivors. */
export function toSurvivor(object: AseObject, values: AseValues): SavedSurvivor | undefined {
  const arkId = arkNumber(wholeValue(values[words.LinkedPlayerDataID]));
  if (arkId === undefined || values[words.bIsDead] === true) return undefined;
  const platformName = cleanText(textValue(values[words.PlatformProfileName]));
  return withoutUndefined<SavedSurvivor>({
    arkId,
    playerId: platformId(textValue(values[words.PlatformProfileID])),
    name: cleanText(textValue(values[words.PlayerName])) ?? platformName ?? '',
    platformName,
    teamId: playerTeam(numberValue(values[words.TargetingTeam])),
    loginAt: gameSeconds(numberValue(values[words.SavedLastTimeHadController])),
    place: coordinatesOf(object),
  });
}

function coordinatesOf({ hasCoordinates, x, y, z }: AseObject): Coordinates | undefined {
  const farthest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  return hasCoordinates && farthest <= maxCoordinate ? { x, y, z } : undefined;
}
