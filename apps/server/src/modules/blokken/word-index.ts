/**
 * Anagram index: a trie over the letters of each word, sorted by `letterOrder`, so that all anagrams end at the same
 * node. Typed arrays, which are read from a file without parsing.
 */
export type WordIndex = {
  /**
   * Three numbers per node, side by side because they are read together: a bit set of the letters (by rank in
   * `letterOrder`) with a child; the offset of the first child, followed by the others by rank; the start of the node's
   * words in `words`, which end where the next node's start.
   */
  nodes: Uint32Array;
  /** The words that end at the nodes, as numbers: longest first, then alphabetically. */
  words: Uint32Array;
  /** By length: how many words are longer. */
  numbers: Uint32Array;
  /** The words by number, without separators. */
  text: string;
};

/** Frequent letters first: words share longer prefixes, so there are fewer nodes. */
export const letterOrder = 'enrtsaioldghkpumbvcwfzjyxq';
export const maxLength = 64;

const magic = 0x424c_4b31;
const headerLength = 4;
export const nodeSize = 3;

export function packWordIndex({ nodes, words, numbers, text }: WordIndex): Buffer {
  const header = Uint32Array.of(magic, nodes.length, words.length, text.length);
  const parts = [header, nodes, words, numbers].map((part) =>
    Buffer.from(part.buffer, part.byteOffset, part.byteLength),
  );
  return Buffer.concat([...parts, Buffer.from(text, 'latin1')]);
}

/** Undefined where the file is not an index, or truncated. */
export function unpackWordIndex(file: Buffer): WordIndex | undefined {
  const bytes = file.byteOffset % 4 === 0 ? file : Buffer.from(Uint8Array.from(file).buffer);
  let at = 0;
  const take = (length: number) => {
    const part = new Uint32Array(bytes.buffer, bytes.byteOffset + at, length);
    at += part.byteLength;
    return part;
  };
  if (bytes.length < headerLength * 4) return undefined;
  const [found, nodesLength = 0, wordCount = 0, textLength = 0] = take(headerLength);
  const length = (headerLength + nodesLength + wordCount + maxLength + 1) * 4 + textLength;
  if (found !== magic || bytes.length !== length) return undefined;
  return {
    nodes: take(nodesLength),
    words: take(wordCount),
    numbers: take(maxLength + 1),
    text: bytes.toString('latin1', at),
  };
}
