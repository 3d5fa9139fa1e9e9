import type { ClassKind, SavedClass } from '../save-rows.ts';
import { cleanText } from '../saved-values.ts';
import type { AseObject } from './ase-objects.ts';
import { isStructure } from './ase-object-rows.ts';
import type { AseValues } from './ase-values.ts';
import { words } from './ase-words.ts';

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
