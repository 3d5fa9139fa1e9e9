/** Finds few names among the many of a save by their ids. */
export type WordTable = {
  /** The index in the vocabulary of the name that is here; -1 for any other. */
  at(view: DataView, offset: number): number;
};

const free = -1;
const size = 1_024;
const maxEntries = size / 2;

/** A hash table of 32-bit ids: a Map takes three times as long, and this is what a reader does most. */
export function createWordTable(names: ReadonlyMap<number, string>, vocabulary: readonly string[]): WordTable {
  const indexes = new Map(vocabulary.map((word, index) => [word, index]));
  const ids = new Int32Array(size);
  const words = new Int32Array(size).fill(free);
  let count = 0;
  for (const [id, name] of names) {
    const word = indexes.get(name);
    if (word === undefined) continue;
    count += 1;
    // Each name has one id, unless the file is hostile.
    if (count > maxEntries) return slowTable(names, indexes);
    let place = placeOf(id);
    while (words[place] !== free) place = (place + 1) % size;
    ids[place] = id;
    words[place] = word;
  }
  return {
    at(view, offset) {
      const id = view.getInt32(offset, true);
      // A number behind the id makes another name of it.
      if (view.getInt32(offset + 4, true) !== 0) return -1;
      let place = placeOf(id);
      for (let word = words[place] ?? free; word !== free; word = words[place] ?? free) {
        if (ids[place] === id) return word;
        place = (place + 1) % size;
      }
      return -1;
    },
  };
}

function slowTable(names: ReadonlyMap<number, string>, indexes: ReadonlyMap<string, number>): WordTable {
  return {
    at: (view, offset) =>
      view.getInt32(offset + 4, true) === 0 ? (indexes.get(names.get(view.getInt32(offset, true)) ?? '') ?? -1) : -1,
  };
}

function placeOf(id: number): number {
  return Math.imul(id, 0x9e3779b1) >>> 22;
}
