import type {
  GroundCell,
  SavedClass,
  SavedRow,
  SavedStructure,
  SavedSurvivor,
  SavedTribe,
  UnreadableRow,
} from '@tribehall/ark/saves/save-rows';
import { agentLimits } from '@tribehall/contract/agent/agent-limits';
import { cleanText } from '../../clean-text.ts';

export type RowKind = 'structure' | 'tribe' | 'survivor' | 'class' | 'ground';

/** A row as it is sent. Its id is unique among rows of its kind. */
export type SerializedRow = { kind: RowKind; id: string; json: string };
export type DatedSurvivor = SavedSurvivor & { writtenAt?: Date };

/** One row must leave space for others in a message. */
const maxRowBytes = 96 * 1024;
const maxMembers = 1_000;
const shortNameLength = 32;
const structureId = /^[\w-]{1,64}$/;
const arkNumber = /^\d{1,19}$/;
const playerIdPattern = /^(\d{15,20}|[0-9a-f]{32})$/;
/** Fast path: nearly every text of a save needs no cleaning. */
const plain = /^[!-~](?:[ -~]*[!-~])?$/;

/** Returns undefined for impossible values: coordinates outside any world, a number that is NaN. */
export function serializeRow(row: Exclude<SavedRow, UnreadableRow>): SerializedRow | undefined {
  if (row.kind === 'structure') return serializeStructure(row.structure);
  return row.kind === 'tribe' ? serializeTribe(row.tribe) : serializeSurvivor(row.survivor);
}

export function serializeSurvivor(survivor: DatedSurvivor): SerializedRow | undefined {
  const { arkId, writtenAt } = survivor;
  if (!arkNumber.test(arkId)) return undefined;
  const coordinates = survivor.place && coordinatesOf(survivor.place);
  const row = {
    arkId,
    playerId: playerIdOf(survivor),
    name: clean(survivor.name, 128),
    platformName: optional(survivor.platformName, 128),
    level: between(survivor.level, 0, 100_000, 1),
    teamId: isTeam(survivor.teamId) ? survivor.teamId : undefined,
    loginAt: between(survivor.loginAt, -1e12, 1e12, 10),
    writtenAt: writtenAt?.toISOString(),
    place: coordinates,
  };
  return { kind: 'survivor', id: arkId, json: JSON.stringify(row) };
}

export function serializeClass({ className, kind, directory, count }: SavedClass): SerializedRow | undefined {
  const name = clean(className, 200);
  if (name === '') return undefined;
  const row = { className: name, kind, directory: optional(directory, 300), count: between(count, 0, 1e8, 1) ?? 0 };
  return { kind: 'class', id: name, json: JSON.stringify(row) };
}

/** The grid bounds its values. */
export function serializeGround({ x, y, heights, swimmers }: GroundCell): SerializedRow {
  return { kind: 'ground', id: `${x},${y}`, json: JSON.stringify({ x, y, heights, swimmers }) };
}

/** As ListPlayers prints it; undefined if it is not a player id. */
export function playerIdOf({ playerId }: Pick<SavedSurvivor, 'playerId'>): string | undefined {
  const id = playerId?.toLowerCase();
  return id !== undefined && playerIdPattern.test(id) ? id : undefined;
}

export function clean(text: string, maxLength: number): string {
  return text.length <= maxLength && plain.test(text) ? text : cleanText(text, maxLength);
}

/** Written by hand: there are hundreds of thousands, and `JSON.stringify` takes twice the time. */
function serializeStructure(structure: SavedStructure): SerializedRow | undefined {
  const { id, teamId, teamName, ownerArkId, ownerName, name, place } = structure;
  const className = quoted(structure.className, 200);
  const [x, y, z] = [coordinate(place.x), coordinate(place.y), coordinate(place.z)];
  if (!structureId.test(id) || className === undefined || !isTeam(teamId)) return undefined;
  if (x === undefined || y === undefined || z === undefined) return undefined;
  let json = `{"id":"${id}","className":${className},"teamId":${teamId}`;
  const team = teamName === undefined ? undefined : quoted(teamName, 128);
  if (team !== undefined) json += `,"teamName":${team}`;
  if (ownerArkId !== undefined && arkNumber.test(ownerArkId)) json += `,"ownerArkId":"${ownerArkId}"`;
  const owner = ownerName === undefined ? undefined : quoted(ownerName, 128);
  if (owner !== undefined) json += `,"ownerName":${owner}`;
  const given = optional(name, 200);
  if (given !== undefined) json += `,"name":${JSON.stringify(given)}`;
  json += `,"x":${inTenths(x)},"y":${inTenths(y)},"z":${inTenths(z)}`;
  const health = between(structure.health, 0, 1e12, 10);
  if (health !== undefined) json += `,"health":${inTenths(health)}`;
  const maxHealth = between(structure.maxHealth, 0, 1e12, 10);
  if (maxHealth !== undefined) json += `,"maxHealth":${inTenths(maxHealth)}`;
  const builtAt = between(structure.builtAt, -1e12, 1e12, 10);
  if (builtAt !== undefined) json += `,"builtAt":${inTenths(builtAt)}`;
  return { kind: 'structure', id, json: `${json}}` };
}

/** Clean texts in quotes, by length and text: many structures share their class, tribe and builder. */
const quotedTexts = new Map<number, Map<string, string>>([
  [128, new Map()],
  [200, new Map()],
]);
const maxQuotedTexts = 2_000;

/** Undefined if nothing remains of the text. */
function quoted(text: string, maxLength: 128 | 200): string | undefined {
  const texts = quotedTexts.get(maxLength);
  const known = texts?.get(text);
  if (known !== undefined) return known;
  const cleaned = clean(text, maxLength);
  if (cleaned === '') return undefined;
  const json = JSON.stringify(cleaned);
  if (texts && texts.size >= maxQuotedTexts) texts.clear();
  texts?.set(text, json);
  return json;
}

/** The same as JSON has for a number that is rounded to tenths; quicker for usual ones. */
function inTenths(value: number): string {
  const tenths = Math.round(value * 10);
  const whole = Math.trunc(tenths / 10);
  if (!(Math.abs(whole) < 1e8) || whole === 0) return String(value);
  const tenth = Math.abs(tenths - whole * 10);
  return tenth === 0 ? `${whole}` : `${whole}.${tenth}`;
}

function serializeTribe(tribe: SavedTribe): SerializedRow | undefined {
  if (!isTeam(tribe.id)) return undefined;
  const { ownerArkId } = tribe;
  const row = {
    id: tribe.id,
    name: clean(tribe.name, 128),
    ownerArkId: ownerArkId !== undefined && arkNumber.test(ownerArkId) ? ownerArkId : undefined,
    adminArkIds: tribe.adminArkIds.filter((id) => arkNumber.test(id)).slice(0, maxMembers),
    members: tribe.members
      .filter(({ arkId }) => arkNumber.test(arkId))
      .slice(0, maxMembers)
      .map(({ arkId, name }) => ({ arkId, name: clean(name, 128) })),
    log: tribe.log.slice(-agentLimits.maxTribeLogLines).map((line) => clean(line, 500)),
  };
  return { kind: 'tribe', id: String(tribe.id), json: fitTribe(row) };
}

/** Drops the oldest log lines first, then the ends of long names. */
function fitTribe(row: { log: string[]; members: { arkId: string; name: string }[] }): string {
  let json = JSON.stringify(row);
  while (Buffer.byteLength(json) > maxRowBytes && row.log.length > 0) {
    row.log = row.log.slice(Math.ceil(row.log.length / 10));
    json = JSON.stringify(row);
  }
  if (Buffer.byteLength(json) <= maxRowBytes) return json;
  row.members = row.members.slice(0, 500).map(({ arkId, name }) => ({ arkId, name: clean(name, shortNameLength) }));
  return JSON.stringify(row);
}

function coordinatesOf({ x, y, z }: { x: number; y: number; z: number }) {
  const coordinates = { x: coordinate(x), y: coordinate(y), z: coordinate(z) };
  return coordinates.x === undefined || coordinates.y === undefined || coordinates.z === undefined
    ? undefined
    : coordinates;
}

const coordinate = (value: number) => between(value, -1e9, 1e9, 10);

function optional(text: string | undefined, maxLength: number): string | undefined {
  return text === undefined ? undefined : clean(text, maxLength) || undefined;
}

/** Rounded, so that a tiny difference does not count as a change. */
function between(value: number | undefined, min: number, max: number, parts: number): number | undefined {
  if (value === undefined || !(value >= min && value <= max)) return undefined;
  return Math.round(value * parts) / parts;
}

function isTeam(id: number | undefined): id is number {
  return Number.isSafeInteger(id) && (id ?? -1) >= 0;
}
