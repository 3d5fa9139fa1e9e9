import { findProperty } from './inline-property.ts';
import { arkNumber } from './saved-values.ts';

/** The names of the game do not tell capitals from small letters, but a search does. */
const numberNames = { tribe: ['TribeID', 'TribeId'], survivor: ['PlayerDataID'] } as const;

/** Whose archive it is, also where all the rest of it cannot be read. */
export function findArchiveNumber(
  bytes: Buffer,
  of: keyof typeof numberNames,
  isEvolved?: boolean,
): string | undefined {
  for (const name of numberNames[of]) {
    const number = findProperty(bytes, name, (property) => arkNumber(property.whole()), isEvolved);
    if (number !== undefined) return number;
  }
  return undefined;
}
