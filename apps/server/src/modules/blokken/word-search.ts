import { letterOrder, maxLength, nodeSize, type WordIndex } from './word-index.ts';

type Found = {
  /** The longest first, then by the alphabet; none where there are more than the limit. */
  words: string[];
  /** How many there are; -1 where there are more than the limit and counting them took too long. */
  count: number;
};

/** The words that can be made of these small letters; `?` is any letter. `steps` is when counting too many ends. */
export function searchWords(index: WordIndex, characters: string, limits: { words: number; steps: number }): Found {
  const { counts, letters, blanks } = toStock(characters);
  const { nodes } = index;
  const hits: number[] = [];
  let [count, taken] = [0, 0];

  /** Goes only where the letters lead: a step takes its letter from the stock, or else a blank. */
  const visit = (node: number, available: number, blanksLeft: number): void => {
    taken += 1;
    const end = nodes[node + nodeSize + 2] ?? 0;
    for (let at = nodes[node + 2] ?? 0; at < end; at += 1)
      if ((count += 1) <= limits.words) hits.push(index.words[at] ?? 0);
    const on = nodes[node] ?? 0;
    const first = nodes[node + 1] ?? 0;
    for (let left = blanksLeft > 0 ? on : on & available; left !== 0; left &= left - 1) {
      if (count > limits.words && taken > limits.steps) return;
      const bit = left & -left;
      const child = first + bitCount(on & (bit - 1)) * nodeSize;
      if ((available & bit) === 0) {
        visit(child, available, blanksLeft - 1);
        continue;
      }
      const place = 31 - Math.clz32(bit);
      const had = counts[place] ?? 0;
      counts[place] = had - 1;
      visit(child, had === 1 ? available & ~bit : available, blanksLeft);
      counts[place] = had;
    }
  };
  visit(0, letters, blanks);
  if (count <= limits.words) return { words: readWords(index, hits), count };
  return { words: [], count: taken > limits.steps ? -1 : count };
}

/** How many there are of each letter and, as bits, which there are. */
function toStock(characters: string): { counts: Uint8Array; letters: number; blanks: number } {
  const counts = new Uint8Array(letterOrder.length);
  let [letters, blanks] = [0, 0];
  for (const character of characters) {
    const place = letterOrder.indexOf(character);
    if (place === -1) blanks += 1;
    else {
      counts[place] = (counts[place] ?? 0) + 1;
      letters |= 1 << place;
    }
  }
  return { counts, letters, blanks };
}

/** The numbers are in the order of the answer: from the longest words on, those of a length side by side. */
function readWords({ numbers, text }: WordIndex, hits: number[]): string[] {
  let [length, textAt] = [maxLength, 0];
  return Array.from(Uint32Array.from(hits).toSorted(), (number) => {
    for (; number >= (numbers[length - 1] ?? Infinity); length -= 1)
      textAt += ((numbers[length - 1] ?? 0) - (numbers[length] ?? 0)) * length;
    const at = textAt + (number - (numbers[length] ?? 0)) * length;
    return text.slice(at, at + length);
  });
}

function bitCount(bits: number): number {
  let pairs = bits - ((bits >>> 1) & 0x5555_5555);
  pairs = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((pairs + (pairs >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
