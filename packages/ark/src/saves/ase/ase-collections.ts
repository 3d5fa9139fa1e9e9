import { SaveError } from '../save-error.ts';
import type { ClassKind, SavedClass, SavedStructure, SavedSurvivor } from '../save-rows.ts';
import { cleanText } from '../saved-values.ts';
import { isStructure, placeId } from './ase-object-rows.ts';
import type { AseObject } from './ase-objects.ts';
import type { AseValues } from './ase-properties.ts';
import { words } from './ase-words.ts';

/** More have never played on one server; a file that says so is none of the game's. */
const maxSurvivors = 200_000;

/** Joins what the world knows of survivors: their profiles, where it keeps them itself, and their bodies. */
export function createAseSurvivors() {
  const profiles = new Map<string, SavedSurvivor>();
  const bodies = new Map<string, SavedSurvivor>();
  return {
    addProfile: (profile: SavedSurvivor) => keep(profiles, profile),
    addBody: (body: SavedSurvivor) => keep(bodies, body),
    *all(): Generator<SavedSurvivor> {
      for (const [arkId, profile] of profiles) yield join(profile, bodies.get(arkId));
      for (const [arkId, body] of bodies) if (!profiles.has(arkId)) yield body;
    },
  };
}

/** Of several the latest counts. */
function keep(known: Map<string, SavedSurvivor>, survivor: SavedSurvivor): void {
  if (known.size >= maxSurvivors) throw new SaveError('survivors', `there are more than ${maxSurvivors}`);
  const other = known.get(survivor.arkId);
  if (!other || (survivor.loginAt ?? 0) >= (other.loginAt ?? 0)) known.set(survivor.arkId, survivor);
}

/** The body is as old as the save, the profile may be older; but the profile knows the name. */
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

/** Numbers of a save are not always its own: what admins copied or moved may have one twice. */
export function createUniqueIds() {
  const taken = new Set<string>();
  const copies = new Map<string, number>();
  return {
    /** It is of one that cannot be read. */
    take: (id: string) => void taken.add(id),
    /** The structure with another id where its own is taken. */
    settle(structure: SavedStructure): SavedStructure {
      if (!taken.has(structure.id)) {
        taken.add(structure.id);
        return structure;
      }
      const id = placeId(structure.className, structure.place);
      const copy = (copies.get(id) ?? 0) + 1;
      copies.set(id, copy);
      return { ...structure, id: `${id}-${copy}` };
    },
  };
}

/** Mods add classes, but no game has as many. */
const maxClasses = 50_000;

/** Counts classes and says of each what it is. */
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
