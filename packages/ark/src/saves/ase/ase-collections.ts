import { randomInt } from 'node:crypto';
import { hashText } from '../byte-hash.ts';
import { SaveError } from '../save-error.ts';
import type { ClassKind, SavedClass, SavedStructure, SavedSurvivor } from '../save-rows.ts';
import { cleanText } from '../saved-values.ts';
import { isStructure, idFromCoordinates } from './ase-object-rows.ts';
import type { AseObject } from './ase-objects.ts';
import { words } from './ase-words.ts';
import type { AseValues } from './property-walker.ts';

/** No server ever had more; such a file was not written by the game. */
const maxSurvivors = 200_000;

/** Merges what a world has of survivors: their profiles, if it contains them, and their bodies. */
export function createAseSurvivors() {
  const profiles = new Map<string, SavedSurvivor>();
  const bodies = new Map<string, SavedSurvivor>();
  return {
    addProfile: (profile: SavedSurvivor) => addLatest(profiles, profile),
    addBody: (body: SavedSurvivor) => addLatest(bodies, body),
    *all(): Generator<SavedSurvivor> {
      for (const [arkId, profile] of profiles) yield join(profile, bodies.get(arkId));
      for (const [arkId, body] of bodies) if (!profiles.has(arkId)) yield body;
    },
  };
}

/** The latest of several wins. */
function addLatest(known: Map<string, SavedSurvivor>, survivor: SavedSurvivor): void {
  if (known.size >= maxSurvivors) throw new SaveError('survivors', `there are more than ${maxSurvivors}`);
  const other = known.get(survivor.arkId);
  if (!other || (survivor.loginAt ?? 0) >= (other.loginAt ?? 0)) known.set(survivor.arkId, survivor);
}

/** The body is as recent as the save, the profile may be older; but only the profile has the name. */
function join(profile: SavedSurvivor, body: SavedSurvivor | undefined): SavedSurvivor {
  if (!body) return profile;
  const { teamId = profile.teamId } = body;
  const loginAt = Math.max(body.loginAt ?? -Infinity, profile.loginAt ?? -Infinity);
  return {
    ...body,
    ...profile,
    name: profile.name === '' ? body.name : profile.name,
    ...(teamId !== undefined && { teamId }),
    ...(loginAt > -Infinity && { loginAt }),
  };
}

/** Ids, most of which are whole numbers: those take an eighth of the memory of a Set of strings. */
class IdSet {
  readonly #texts = new Set<string>();
  #numbers = new Float64Array(1_024).fill(Number.NaN);
  #count = 0;
  /** So that a hostile file cannot choose numbers that all collide. */
  readonly #salt = randomInt(2 ** 32) | 0;

  has(id: string): boolean {
    const number = Number(id);
    return Number.isInteger(number) ? this.#numbers[this.#placeOf(number)] === number : this.#texts.has(id);
  }

  add(id: string): void {
    const number = Number(id);
    if (!Number.isInteger(number)) return void this.#texts.add(id);
    const place = this.#placeOf(number);
    if (this.#numbers[place] === number) return;
    this.#numbers[place] = number;
    this.#count += 1;
    if (this.#count * 2 > this.#numbers.length) this.#grow();
  }

  /** Where the number is, or would be. */
  #placeOf(number: number): number {
    const mask = this.#numbers.length - 1;
    let mixed = Math.imul((number | 0) ^ this.#salt, 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 15) ^ (number / 2 ** 32), 0xc2b2ae35);
    let place = (mixed ^ (mixed >>> 13)) & mask;
    while (!Number.isNaN(this.#numbers[place]) && this.#numbers[place] !== number) place = (place + 1) & mask;
    return place;
  }

  #grow(): void {
    const old = this.#numbers;
    this.#numbers = new Float64Array(old.length * 2).fill(Number.NaN);
    for (const number of old) if (!Number.isNaN(number)) this.#numbers[this.#placeOf(number)] = number;
  }
}

/**
 * Structure numbers are not always unique: admins may have copied or moved structures. `hasSeen`: whether a known object,
 * which is not read, has the number.
 */
export function createUniqueIds(hasSeen: (id: string) => boolean = () => false) {
  const taken = new IdSet();
  const copies = new Map<string, number>();
  return {
    /** Reserves the id of an unreadable structure. */
    take: (id: string) => taken.add(id),
    /** Returns the structure, with another id if its own is taken. */
    makeUnique(structure: SavedStructure): SavedStructure {
      if (!taken.has(structure.id) && !hasSeen(structure.id)) {
        taken.add(structure.id);
        return structure;
      }
      const id = idFromCoordinates(structure.className, structure.place);
      const copy = (copies.get(id) ?? 0) + 1;
      copies.set(id, copy);
      return { ...structure, id: `${id}-${copy}` };
    },
  };
}

/** Mods add classes, but no game has this many. */
const maxClasses = 50_000;

/** A class, and a hash of its whole name. */
export type ClassEntry = { found: SavedClass; low: number; high: number };

/** Counts classes and determines their kinds. */
export function createClassCount() {
  const classes = new Map<string, ClassEntry>();
  return {
    entry(name: string): ClassEntry {
      const known = classes.get(name);
      if (known) return known;
      const found: SavedClass = { className: cleanText(name, 200) ?? 'None', kind: 'other', count: 0 };
      const added = { found, ...hashText(name) };
      if (classes.size < maxClasses) classes.set(name, added);
      return added;
    },
    list: () => Array.from(classes.values(), ({ found }) => found),
  };
}

export function kindOf(object: AseObject, values: AseValues): ClassKind {
  if (object.isItem) return 'item';
  if (values[words.LinkedPlayerDataID] !== undefined) return 'survivor';
  if (values[words.bServerInitializedDino] !== undefined) return 'creature';
  return isStructure(values) ? 'structure' : 'other';
}
