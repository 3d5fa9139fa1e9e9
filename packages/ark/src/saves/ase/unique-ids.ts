import type { SavedStructure } from '../save-rows.ts';
import { placeId } from './ase-object-rows.ts';

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
