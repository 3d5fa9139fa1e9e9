import type { ArkMap, MapAxis } from './ark-map.ts';

type Fields = Record<string, unknown>;

const maxMaps = 1000;
const maxScale = 1e9;
const maxShift = 1e6;
const mapName = /^[\w-]{1,64}$/;
/** A file beside the list; no path that leads out of its folder. */
const pictureName = /^(?!\.)[\w .-]{1,128}\.(?:png|jpe?g|webp|avif)$/i;

/** Reads `[{ "name": …, "title": …, "latitude": { "shift": …, "scale": … }, "longitude": {…}, "picture": … }]`; errors name entry and field. */
export function parseMaps(json: unknown): ArkMap[] {
  if (!Array.isArray(json)) throw new Error('The file of maps is not a list.');
  if (json.length > maxMaps) throw new Error(`There are more than ${maxMaps} maps.`);
  const maps = json.map((entry: unknown, index) => parseMap(entry, `Map ${index + 1}`));
  const names = maps.map(({ name }) => name.toLowerCase());
  const double = maps.find((_map, index) => names.indexOf(names[index] ?? '') !== index);
  if (double) throw new Error(`There are two maps with the name ${double.name}.`);
  return maps;
}

function parseMap(entry: unknown, where: string): ArkMap {
  if (!isFields(entry)) throw new Error(`${where} is not an object.`);
  const name = parseText(entry, 'name', where, mapName, 'letters, digits, _ and -, as the game spells it');
  const at = `${where} (${name})`;
  const title =
    entry['title'] === undefined ? name : parseText(entry, 'title', at, /^[^\p{C}]{1,100}$/u, 'a short text');
  const map = { name, title, latitude: parseAxis(entry, 'latitude', at), longitude: parseAxis(entry, 'longitude', at) };
  if (entry['picture'] === undefined) return map;
  return {
    ...map,
    picture: parseText(entry, 'picture', at, pictureName, 'the name of a PNG, JPEG, WebP or AVIF file'),
  };
}

function parseAxis(entry: Fields, field: string, where: string): MapAxis {
  const axis = entry[field];
  if (!isFields(axis)) throw new Error(`${where}: ${field} must be { "shift": …, "scale": … }.`);
  const shift = parseNumber(axis['shift'], maxShift);
  const scale = parseNumber(axis['scale'], maxScale);
  if (shift === undefined) throw new Error(`${where}: ${field}.shift must be a number.`);
  // A smaller scale would put everything off the map.
  if (scale === undefined || Math.abs(scale) < 1e-6)
    throw new Error(`${where}: ${field}.scale must be a number other than 0.`);
  return { shift, scale };
}

function parseNumber(value: unknown, max: number): number | undefined {
  return typeof value === 'number' && Math.abs(value) <= max ? value : undefined;
}

function parseText(entry: Fields, field: string, where: string, pattern: RegExp, what: string): string {
  const value = entry[field];
  if (typeof value !== 'string' || !pattern.test(value)) throw new Error(`${where}: ${field} must be ${what}.`);
  return value;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
