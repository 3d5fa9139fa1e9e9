import type { ClassKind, SavedClass } from '../save-rows.ts';
import { cleanText } from '../saved-values.ts';
import type { AsaObject } from './asa-object.ts';

/** Mods add classes, but no game has this many. */
const maxClasses = 50_000;
const maxClassNameLength = 200;
const maxDirectoryLength = 300;

/** Counts classes and determines their kinds. */
export function createClassTally() {
  const byPath = new Map<string, SavedClass>();
  return {
    /** The class, by its short name. */
    count(object: AsaObject): SavedClass {
      const entry = byPath.get(object.classPath) ?? add(byPath, object.classPath);
      entry.count += 1;
      if (entry.kind === 'other') entry.kind = kindOf(object);
      return entry;
    },
    /** Merges classes of the same name: people search by name. */
    list(): SavedClass[] {
      const byName = new Map<string, SavedClass>();
      for (const entry of byPath.values()) {
        const known = byName.get(entry.className);
        if (!known) byName.set(entry.className, { ...entry });
        else {
          known.count += entry.count;
          if (known.kind === 'other') known.kind = entry.kind;
        }
      }
      return [...byName.values()];
    },
  };
}

function add(byPath: Map<string, SavedClass>, path: string): SavedClass {
  const slash = path.lastIndexOf('/');
  const directory = cleanText(path.slice(0, Math.max(slash, 0)), maxDirectoryLength);
  const className = cleanText(path.slice(path.lastIndexOf('.') + 1), maxClassNameLength) ?? 'None';
  const entry: SavedClass = { className, kind: 'other', ...(directory && { directory }), count: 0 };
  if (byPath.size < maxClasses) byPath.set(path, entry);
  return entry;
}

function kindOf(object: AsaObject): ClassKind {
  if (object.isItem) return 'item';
  if (object.playerDataId !== undefined) return 'survivor';
  if (object.isCreature) return 'creature';
  return object.isStructure ? 'structure' : 'other';
}
