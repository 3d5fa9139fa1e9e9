const free = -1;
/** Each row has four numbers; the last two are the hash of its content. */
const width = 4;

/** Finds rows by the hash of what they are made of. */
export class ContentIndex {
  #index = new Int32Array(1).fill(free);
  /** The row after the last one that was found: saves are mostly in the same sequence. */
  #next = 0;

  fill(hashes: Int32Array, rowCount: number): void {
    this.#next = 0;
    this.#index = new Int32Array(2 ** Math.ceil(Math.log2(rowCount * 2 + 2))).fill(free);
    const mask = this.#index.length - 1;
    for (let slot = 0; slot < rowCount; slot += 1) {
      const low = hashes[slot * width + 2] ?? 0;
      // Rows that are not made of one object have none.
      if (low === 0 && hashes[slot * width + 3] === 0) continue;
      let place = low & mask;
      while (this.#index[place] !== free) place = (place + 1) & mask;
      this.#index[place] = slot;
    }
  }

  /** Returns the row with this content; -1 if there is none. */
  find(hashes: Int32Array, low: number, high: number): number {
    const next = this.#next * width;
    const isNext = hashes[next + 2] === low && hashes[next + 3] === high;
    const slot = isNext ? this.#next : this.#search(hashes, low, high);
    if (slot !== free) this.#next = slot + 1;
    return slot;
  }

  #search(hashes: Int32Array, low: number, high: number): number {
    const mask = this.#index.length - 1;
    let place = low & mask;
    for (let slot = this.#index[place] ?? free; slot !== free; slot = this.#index[place] ?? free) {
      if (hashes[slot * width + 2] === low && hashes[slot * width + 3] === high) return slot;
      place = (place + 1) & mask;
    }
    return free;
  }
}
