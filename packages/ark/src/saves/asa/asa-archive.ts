import { withoutRichColor } from '../../text/unsafe-text.ts';
import { SaveError } from '../save-error.ts';
import type { SavedSurvivor, SavedTribe } from '../save-rows.ts';
import { arkNumber, cleanText, gameSeconds, playerTeam } from '../saved-values.ts';
import { findArchiveStruct } from './archive-object.ts';
import type { PropertyWalker } from './property-walker.ts';
import { readUniqueId } from './unique-id.ts';

const maxLogLength = 500;
const maxLevel = 100_000;

/** A survivor's archive. It also contains the player's network address, which is never read. */
export function readAsaProfile(bytes: Buffer, of = 'profile'): SavedSurvivor {
  const survivor: Partial<SavedSurvivor> = {};
  for (const property of findArchiveStruct(bytes, of, 'MyData').struct()) takeSurvivor(survivor, property);
  const { arkId } = survivor;
  if (arkId === undefined) throw new SaveError(of, 'it has no PlayerDataID');
  return { ...survivor, arkId, name: survivor.name ?? survivor.platformName ?? '' };
}

function takeSurvivor(survivor: Partial<SavedSurvivor>, property: PropertyWalker): void {
  switch (property.name) {
    case 'PlayerDataID':
      return set(survivor, 'arkId', arkNumber(property.whole()));
    case 'UniqueID':
      return set(survivor, 'playerId', property.inside(readUniqueId));
    case 'PlayerName':
      return set(survivor, 'platformName', cleanText(property.text()));
    case 'TribeID':
    case 'TribeId':
      return set(survivor, 'teamId', playerTeam(property.number()));
    case 'LoginTime':
    case 'LastLoginTime':
      return set(survivor, 'loginAt', latest(survivor.loginAt, gameSeconds(property.number())));
    case 'MyPlayerCharacterConfig':
      return takeInner(property, 'PlayerCharacterName', (inner) => set(survivor, 'name', cleanText(inner.text())));
    case 'MyPersistentCharacterStats':
      survivor.level = 1;
      return takeInner(property, 'CharacterStatusComponent_ExtraCharacterLevel', (inner) =>
        set(survivor, 'level', levelOf(inner.number())),
      );
    default:
  }
}

export function readAsaTribe(bytes: Buffer, of = 'tribe'): SavedTribe {
  const tribe: Partial<SavedTribe> = {};
  let names: string[] = [];
  let numbers: (bigint | number)[] = [];
  for (const property of findArchiveStruct(bytes, of, 'TribeData').struct()) {
    if (property.name === 'MembersPlayerName') names = property.texts();
    else if (property.name === 'MembersPlayerDataID') numbers = property.wholes();
    else takeTribe(tribe, property);
  }
  const { id } = tribe;
  if (id === undefined) throw new SaveError(of, 'it has no TribeID');
  const members = numbers.map((number, index) => ({ arkId: arkNumber(number), name: cleanText(names[index]) ?? '' }));
  return {
    adminArkIds: [],
    log: [],
    ...tribe,
    id,
    name: tribe.name ?? '',
    members: members.filter((member): member is SavedTribe['members'][number] => member.arkId !== undefined),
  };
}

function takeTribe(tribe: Partial<SavedTribe>, property: PropertyWalker): void {
  switch (property.name) {
    case 'TribeName':
      return set(tribe, 'name', cleanText(property.text()));
    case 'TribeID':
    case 'TribeId':
      return set(tribe, 'id', playerTeam(property.number()));
    case 'OwnerPlayerDataId':
    case 'OwnerPlayerDataID':
      return set(tribe, 'ownerArkId', arkNumber(property.whole()));
    case 'TribeAdmins':
      return set(tribe, 'adminArkIds', property.wholes().map(arkNumber).filter(isThere));
    case 'TribeLog':
      return set(tribe, 'log', property.texts().map(cleanLine).filter(isThere));
    default:
  }
}

function takeInner(property: PropertyWalker, name: string, take: (inner: PropertyWalker) => void): void {
  for (const inner of property.struct()) if (inner.name === name && inner.index === 0) take(inner);
}

function set<Row extends object, Key extends keyof Row>(row: Row, key: Key, value: Row[Key] | undefined): void {
  if (value !== undefined) row[key] = value;
}

function isThere<Value>(value: Value | undefined): value is Value {
  return value !== undefined;
}

function latest(a: number | undefined, b: number | undefined): number | undefined {
  return a !== undefined && b !== undefined ? Math.max(a, b) : (a ?? b);
}

/** The first level is not a gained one. */
function levelOf(extra: number | undefined): number | undefined {
  return extra !== undefined && extra >= 0 && extra < maxLevel ? extra + 1 : undefined;
}

function cleanLine(line: string): string | undefined {
  return cleanText(withoutRichColor(line), maxLogLength);
}
