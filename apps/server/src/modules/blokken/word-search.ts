import { letterOrder, maxLength, nodeSize, type WordIndex } from './word-index.ts';

type Found = {
  /** Longest first, then alphabetically; empty above the limit. */
  words: string[];
  /** -1 above the limit, where counting took too many steps. */
  count: number;
};

/** The words that can be made of these lowercase letters; `?` is any letter. `steps` bounds counting above the limit. */
export function searchWords(index: WordIndex, characters: string, limits: { words: number; steps: number }): Found {
  const { counts, letters, blanks } = countLetters(characters);
  const { nodes } = index;
  const hits: number[] = [];
  let [count, taken] = [0, 0];

  /** Depth first along the available letters; a missing letter takes a blank. */
  const visit = (node: number, available: number, remainingBlanks: number): void => {
    taken += 1;
    const end = nodes[node + nodeSize + 2] ?? 0;
    for (let at = nodes[node + 2] ?? 0; at < end; at += 1)
      if ((count += 1) <= limits.words) hits.push(index.words[at] ?? 0);
    const on = nodes[node] ?? 0;
    const first = nodes[node + 1] ?? 0;
    for (let bits = remainingBlanks > 0 ? on : on & available; bits !== 0; bits &= bits - 1) {
      if (count > limits.words && taken > limits.steps) return;
      const bit = bits & -bits;
      const child = first + bitCount(on & (bit - 1)) * nodeSize;
      if ((available & bit) === 0) {
        visit(child, available, remainingBlanks - 1);
        continue;
      }
      const rank = 31 - Math.clz32(bit);
      const had = counts[rank] ?? 0;
      counts[rank] = had - 1;
      visit(child, had === 1 ? available & ~bit : available, remainingBlanks);
      counts[rank] = had;
    }
  };
  visit(0, letters, blanks);
  if (count <= limits.words) return { words: readWords(index, hits), count };
  return { words: [], count: taken > limits.steps ? -1 : count };
}

/** The count of each letter, and the bit set of the present ones. */
function countLetters(characters: string): { counts: Uint8Array; letters: number; blanks: number } {
  const counts = new Uint8Array(letterOrder.length);
  let [letters, blanks] = [0, 0];
  for (const character of characters) {
    const rank = letterOrder.indexOf(character);
    if (rank === -1) blanks += 1;
    else {
      counts[rank] = (counts[rank] ?? 0) + 1;
      letters |= 1 << rank;
    }
  }
  return { counts, letters, blanks };
}

/** Numbers sort like the result: longest words first, then alphabetically. */
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
