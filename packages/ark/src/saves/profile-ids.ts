import type { PropertyLayout, PropertyWalker } from './asa/property-walker.ts';
import { readUniqueId } from './asa/unique-id.ts';
import { findProperty } from './inline-property.ts';
import { findArchiveNumber } from './archive-reading.ts';
import { cleanText, platformId } from './saved-values.ts';

export type ProfileIds = { arkId: string; playerName?: string; survivor?: string; uniqueId?: string };

/** Finds the owner of an `.arkprofile` of either game. Reads nothing else: profiles contain network addresses. */
export function findPlayerDataId(bytes: Buffer): ProfileIds | undefined {
  const arkId = findArchiveNumber(bytes, 'survivor');
  if (arkId === undefined) return undefined;
  const playerName = findProperty(bytes, 'PlayerName', readName);
  const survivor = findProperty(bytes, 'PlayerCharacterName', readName);
  const uniqueId = findProperty(bytes, 'UniqueID', readId);
  return { arkId, ...(playerName && { playerName }), ...(survivor && { survivor }), ...(uniqueId && { uniqueId }) };
}

function readName(property: PropertyWalker): string | undefined {
  return cleanText(property.text());
}

/** Survival Evolved has a number and the Steam id as text. */
function readId(property: PropertyWalker, layout: PropertyLayout): string | undefined {
  if (property.type !== 'StructProperty') return undefined;
  if (layout !== 'evolved') return property.inside(readUniqueId);
  return property.inside((reader) => {
    reader.skip(4);
    return platformId(reader.string());
  });
}
