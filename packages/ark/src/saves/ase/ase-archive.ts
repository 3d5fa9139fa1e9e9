import { withoutRichColor } from '../../text/unsafe-text.ts';
import { bytesSource } from '../byte-reader.ts';
import { SaveError } from '../save-error.ts';
import type { SavedSurvivor, SavedTribe } from '../save-rows.ts';
import { arkNumber, cleanText, gameSeconds, platformId } from '../saved-values.ts';
import { inlineNames } from './ase-names.ts';
import { readObjects } from './ase-objects.ts';
import { numberValue, textValue, wholeValue, withoutUndefined } from './ase-properties.ts';
import { aseVocabulary, words } from './ase-words.ts';
import { PropertyWalker, type AseValue, type AseValues } from './property-walker.ts';
import { SourceReader } from './source-reader.ts';

const archiveVersion = 1;
const objectsOffset = 4;
/** Real ones have some hundred kB at most. */
const maxBytes = 16 * 1024 * 1024;
const maxObjects = 1000;
const maxMembers = 1000;
const maxLevel = 100_000;
const maxLogLines = 200;
const maxLogLine = 500;
/** A log line is coloured; the marks are taken off before it is cut. */
const maxRawLogLine = 2000;

/** Reads a `.arkprofile` of version 1. It holds a network address, too, which is never looked at. */
export function readAseProfile(bytes: Buffer): SavedSurvivor {
  const values: AseValues = [];
  openArchive(bytes, 'profile', words.MyData, (property) => collect(property, values, 1));
  const arkId = arkNumber(wholeValue(values[words.PlayerDataID]));
  if (arkId === undefined) throw new SaveError('profile', 'it has no number of a player');
  const platformName = cleanText(textValue(values[words.PlayerName]));
  const extraLevel = numberValue(values[words.CharacterStatusComponent_ExtraCharacterLevel]) ?? 0;
  return withoutUndefined<SavedSurvivor>({
    arkId,
    playerId: platformId(textValue(values[words.UniqueID])),
    name: cleanText(textValue(values[words.PlayerCharacterName])) ?? platformName ?? '',
    platformName,
    level: extraLevel >= 0 && extraLevel < maxLevel ? extraLevel + 1 : undefined,
    teamId: tribeNumber(values),
    loginAt: latest(values[words.LastLoginTime], values[words.LoginTime]),
  });
}

/** Reads a `.arktribe` of version 1. */
export function readAseTribe(bytes: Buffer): SavedTribe {
  const values: AseValues = [];
  const lists = new Map<number, AseValue[]>();
  openArchive(bytes, 'tribe', words.TribeData, (property) => {
    if (property.type === words.ArrayProperty && property.name >= 0) lists.set(property.name, property.plainList());
    else collect(property, values, 0);
  });
  const id = tribeNumber(values);
  if (id === undefined) throw new SaveError('tribe', 'it has no number');
  const names = lists.get(words.MembersPlayerName) ?? [];
  return withoutUndefined<SavedTribe>({
    id,
    name: cleanText(textValue(values[words.TribeName])) ?? '',
    ownerArkId: arkNumber(wholeValue(values[words.OwnerPlayerDataID])),
    adminArkIds: arkNumbers(lists.get(words.TribeAdmins)),
    members: (lists.get(words.MembersPlayerDataID) ?? []).slice(0, maxMembers).flatMap((member, index) => {
      const arkId = arkNumber(wholeValue(member));
      return arkId === undefined ? [] : [{ arkId, name: cleanText(textValue(names[index])) ?? '' }];
    }),
    log: oldestFirst((lists.get(words.TribeLog) ?? []).flatMap(logLine)).slice(-maxLogLines),
  });
}

/** Visits the properties of the one struct that contains everything. */
function openArchive(bytes: Buffer, of: string, root: number, visit: (property: PropertyWalker) => void): void {
  if (bytes.length > maxBytes) throw new SaveError(of, `${bytes.length} bytes are too many`);
  const source = bytesSource(bytes);
  const reader = new SourceReader(source, of);
  const version = reader.int32();
  if (version !== archiveVersion) reader.fail(`version ${version} is not known, only ${archiveVersion}`, 0);
  if (reader.int32() > maxObjects) reader.fail('there are too many objects', objectsOffset);
  const names = inlineNames(aseVocabulary);
  let bytesWalked = 0;
  for (const { object, end } of readObjects(source, { objectsOffset, propertiesOffset: 0 }, names)) {
    reader.end = end;
    reader.moveTo(object.propertiesAt);
    const walker = new PropertyWalker(reader, names);
    while (walker.next()) if (walker.name === root && walker.type === words.StructProperty) walker.walk(visit);
    bytesWalked += reader.at - object.propertiesAt;
    if (bytesWalked > bytes.length) reader.fail('objects share their properties');
  }
}

/** Plain values, and those of the structs inside. */
function collect(property: PropertyWalker, values: AseValues, remainingDepth: number): void {
  if (property.name < 0 || property.index !== 0) return;
  const isList = property.name === words.MyPlayerCharacterConfig || property.name === words.MyPersistentCharacterStats;
  if (!isList) values[property.name] = property.value();
  else if (remainingDepth > 0 && property.type === words.StructProperty)
    property.walk((inner) => collect(inner, values, remainingDepth - 1));
}

function tribeNumber(values: AseValues): number | undefined {
  const id = numberValue(values[words.TribeID]);
  return id !== undefined && id > 0 ? id : undefined;
}

function latest(...times: (AseValue | undefined)[]): number | undefined {
  const known = times.map((time) => gameSeconds(numberValue(time))).filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

function arkNumbers(list: AseValue[] = []): string[] {
  return list.slice(0, maxMembers).flatMap((value) => arkNumber(wholeValue(value)) ?? []);
}

function logLine(line: AseValue): string[] {
  const text = cleanText(withoutRichColor((textValue(line) ?? '').slice(0, maxRawLogLine)), maxLogLine);
  return text === undefined ? [] : [text];
}

/** No public description says which end is the newest. */
function oldestFirst(lines: string[]): string[] {
  return dayOf(lines[0]) > dayOf(lines.at(-1)) ? lines.toReversed() : lines;
}

/** `Day 12, 08:41:17: …`; not a number for any other line. */
function dayOf(line = ''): number {
  return Number(/^Day (\d{1,9}),/.exec(line)?.[1]);
}
