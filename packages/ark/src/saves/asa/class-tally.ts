import { hashText } from '../byte-hash.ts';
import type { ClassKind, SavedClass } from '../save-rows.ts';
import { cleanText } from '../saved-values.ts';
import type { AsaObject } from './asa-object.ts';

/** Mods add classes, but no game has this many. */
const maxClasses = 50_000;
const maxClassNameLength = 200;
const maxDirectoryLength = 300;

/** A class, and a hash of its whole path. */
export type ClassEntry = { found: SavedClass; low: number; high: number };

/** Counts classes and determines their kinds. */
export function createClassTally() {
  const byPath = new Map<string, ClassEntry>();
  return {
    entry: (path: string): ClassEntry => byPath.get(path) ?? add(byPath, path),
    count({ found }: ClassEntry, object: KindMarks): void {
      found.count += 1;
      if (found.kind === 'other') found.kind = kindOf(object);
    },
    /** Merges classes of the same name: people search by name. */
    list(): SavedClass[] {
      const byName = new Map<string, SavedClass>();
      for (const { found: entry } of byPath.values()) {
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

function add(byPath: Map<string, ClassEntry>, path: string): ClassEntry {
  const slash = path.lastIndexOf('/');
  const directory = cleanText(path.slice(0, Math.max(slash, 0)), maxDirectoryLength);
  const className = cleanText(path.slice(path.lastIndexOf('.') + 1), maxClassNameLength) ?? 'None';
  const found: SavedClass = { className, kind: 'other', ...(directory && { directory }), count: 0 };
  const entry = { found, ...hashText(path) };
  if (byPath.size < maxClasses) byPath.set(path, entry);
  return entry;
}

type KindMarks = Pick<AsaObject, 'isItem' | 'playerDataId' | 'isCreature' | 'isStructure'>;

function kindOf(object: KindMarks): ClassKind {
  if (object.isItem) return 'item';
  if (object.playerDataId !== undefined) return 'survivor';
  if (object.isCreature) return 'creature';
  return object.isStructure ? 'structure' : 'other';
}
