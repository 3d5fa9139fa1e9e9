import { ByteReader } from '../byte-reader.ts';
import type { Coordinates } from '../save-rows.ts';
import { PropertyWalker } from './property-walker.ts';
import { skipString, type SaveNames } from './save-header.ts';
import { readUniqueId } from './unique-id.ts';

/** What is read of an object; the rest is skipped by its size. */
export type AsaObject = {
  /** The whole path: `/Game/…/Floor_Stone.Floor_Stone_C`. */
  classPath: string;
  isItem: boolean;
  isStructure: boolean;
  isCreature: boolean;
  isDead: boolean;
  team: number | undefined;
  ownerName: string | undefined;
  owningPlayerId: bigint | number | undefined;
  owningPlayerName: string | undefined;
  givenName: string | undefined;
  health: number | undefined;
  maxHealth: number | undefined;
  createdAt: number | undefined;
  /** The number of the survivor whose body it is. */
  playerDataId: bigint | number | undefined;
  playerName: string | undefined;
  platformName: string | undefined;
  uniqueId: string | undefined;
  /** When the body was last controlled by a player. */
  controlledAt: number | undefined;
  coordinates: Coordinates | undefined;
};

/** Version 13 writes an object's own names as text, version 14 has the properties of Unreal 5.5. */
const textNamesVersion = 13;
export const newLayoutVersion = 14;
export const itemFlag = 0x01;
const maxNeighbours = 8;

type Take = (object: AsaObject, property: PropertyWalker) => void;

export const wanted: ReadonlyMap<string, Take> = new Map<string, Take>([
  ['StructureID', (object) => void (object.isStructure = true)],
  ['DinoID1', (object) => void (object.isCreature = true)],
  ['ItemID', (object) => void (object.isItem = true)],
  ['bIsDead', (object, property) => void (object.isDead = property.isTrue)],
  ['TargetingTeam', (object, property) => void (object.team = property.number())],
  ['OwnerName', (object, property) => void (object.ownerName = property.text())],
  ['OwningPlayerID', (object, property) => void (object.owningPlayerId = property.whole())],
  ['OwningPlayerName', (object, property) => void (object.owningPlayerName = property.text())],
  ['BoxName', takeName],
  ['SignText', takeName],
  ['BedName', takeName],
  ['Health', (object, property) => void (object.health = property.number())],
  ['MaxHealth', (object, property) => void (object.maxHealth = property.number())],
  ['OriginalCreationTime', (object, property) => void (object.createdAt = property.number())],
  ['LinkedPlayerDataID', (object, property) => void (object.playerDataId = property.whole())],
  ['PlayerName', (object, property) => void (object.playerName = property.text())],
  ['PlatformProfileName', (object, property) => void (object.platformName = property.text())],
  ['PlatformProfileID', (object, property) => void (object.uniqueId = property.inside(readUniqueId))],
  ['SavedLastTimeHadController', (object, property) => void (object.controlledAt = property.number())],
  ['SavedBaseWorldLocation', (object, property) => void (object.coordinates = property.inside(readVector))],
]);

function takeName(object: AsaObject, property: PropertyWalker): void {
  object.givenName ??= property.text();
}

export function readAsaObject(bytes: Buffer, names: SaveNames, version: number): AsaObject {
  const reader = new ByteReader(bytes, 'object');
  const object = emptyObject(names.read(reader));
  object.isItem = reader.int32() !== 0;
  if (skipHead(reader, names, version) & itemFlag && version >= newLayoutVersion) object.isItem = true;
  const property = openProperties(reader, names, version);
  while (property?.next()) if (property.index === 0) wanted.get(property.name)?.(object, property);
  return object;
}

/** What a structure is built onto. Only read if there are no other coordinates. */
export function readNeighbours(bytes: Buffer, names: SaveNames, version: number): Buffer[] {
  const reader = new ByteReader(bytes, 'object');
  names.skip(reader);
  reader.skip(4);
  skipHead(reader, names, version);
  const property = openProperties(reader, names, version);
  while (property?.next()) if (property.name === 'LinkedStructures') return property.inside(readReferences) ?? [];
  return [];
}

/** Its own names and the part of the map it belongs to; what follows are its flags. */
function skipHead(reader: ByteReader, names: SaveNames, version: number): number {
  const hasTextNames = version >= textNamesVersion;
  for (let remaining = reader.count(hasTextNames ? 4 : names.minBytes); remaining > 0; remaining -= 1)
    if (hasTextNames) skipString(reader);
    else names.skip(reader);
  reader.skip(4);
  return reader.byte();
}

function openProperties(reader: ByteReader, names: SaveNames, version: number): PropertyWalker | undefined {
  if (reader.at === reader.end) return undefined;
  const isNew = version >= newLayoutVersion;
  // Unreal 5.5 begins a property list with a format byte. Some objects lack it.
  if (isNew && reader.bytes[reader.at] === 0) reader.skip(1);
  return new PropertyWalker(reader, names, isNew ? 'new' : 'old');
}

/** References by UUID, after a number that distinguishes them from those by path. */
function readReferences(reader: ByteReader): Buffer[] {
  const ids: Buffer[] = [];
  for (let remaining = Math.min(reader.count(10), maxNeighbours); remaining > 0; remaining -= 1) {
    if (reader.int16() === 0) ids.push(reader.take(16));
    else reader.skip(8);
  }
  return ids;
}

function readVector(reader: ByteReader): Coordinates {
  return { x: reader.float64(), y: reader.float64(), z: reader.float64() };
}

export function emptyObject(classPath: string): AsaObject {
  return {
    classPath,
    isItem: false,
    isStructure: false,
    isCreature: false,
    isDead: false,
    team: undefined,
    ownerName: undefined,
    owningPlayerId: undefined,
    owningPlayerName: undefined,
    givenName: undefined,
    health: undefined,
    maxHealth: undefined,
    createdAt: undefined,
    playerDataId: undefined,
    playerName: undefined,
    platformName: undefined,
    uniqueId: undefined,
    controlledAt: undefined,
    coordinates: undefined,
  };
}
