import type { ByteWriter } from '../byte-writer.ts';

/** The table of names at the end of a save's head. Ids are made from the names, so that old rows stay true. */
export type AsaNames = { idOf: (name: string) => number; write: (writer: ByteWriter) => void };

export function createAsaNames(): AsaNames {
  const ids = new Map<string, number>();
  const taken = new Set<number>();
  const fresh = (name: string) => {
    let id = hash(name);
    while (taken.has(id)) id = (id + 1) | 0;
    taken.add(id);
    ids.set(name, id);
    return id;
  };
  return {
    idOf: (name) => ids.get(name) ?? fresh(name),
    write: (writer) => {
      writer.int32(ids.size);
      for (const [name, id] of ids) {
        writer.int32(id);
        writer.string(name);
      }
    },
  };
}

/** FNV-1a. The game uses another hash; all that matters is that no two names collide. */
function hash(name: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(name)) value = Math.imul(value ^ byte, 0x01000193);
  return value | 0;
}
