import { SaveError } from '../save-error.ts';
import type { ClassKind, SavedClass, SavedStructure, SavedSurvivor } from '../save-rows.ts';
import { cleanText } from '../saved-values.ts';
import { isStructure, idFromCoordinates } from './ase-object-rows.ts';
import type { AseObject } from './ase-objects.ts';
import type { AseValues } from './ase-properties.ts';
import { words } from './ase-words.ts';

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

/** Structure numbers are not always unique: admins may have copied or moved structures. */
export function createUniqueIds() {
  const taken = new Set<string>();
  const copies = new Map<string, number>();
  return {
    /** Reserves the id of an unreadable structure. */
    take: (id: string) => void taken.add(id),
    /** Returns the structure, with another id if its own is taken. */
    makeUnique(structure: SavedStructure): SavedStructure {
      if (!taken.has(structure.id)) {
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

/** Counts classes and determines their kinds. */
export function createClassCount() {
  const classes = new Map<string, SavedClass>();
  return {
    entry(name: string): SavedClass {
      const known = classes.get(name);
      if (known) return known;
      const added: SavedClass = { className: cleanText(name, 200) ?? 'None', kind: 'other', count: 0 };
      if (classes.size < maxClasses) classes.set(name, added);
      return added;
    },
    list: () => [...classes.values()],
  };
}

export function kindOf(object: AseObject, values: AseValues): ClassKind {
  if (object.isItem) return 'item';
  if (values[words.LinkedPlayerDataID] !== undefined) return 'survivor';
  if (values[words.bServerInitializedDino] !== undefined) return 'creature';
  return isStructure(values) ? 'structure' : 'other';
}
