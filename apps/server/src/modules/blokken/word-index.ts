/**
 * Words by the letters they are made of: a trie over each word's letters in one fixed order, so that all words of the
 * same letters end at the same node. It is typed arrays, read from a file as they are.
 */
export type WordIndex = {
  /**
   * Three numbers a node, side by side because they are read together: a bit for each letter (its place in
   * `letterOrder`) that leads on; the first child, with the others behind it in the order of their letters; where the
   * node's words begin in `words`, which end where the next node's begin.
   */
  nodes: Uint32Array;
  /** The words that end at the nodes, as numbers that count from the longest, then by the alphabet. */
  words: Uint32Array;
  /** By length: how many words are longer. */
  numbers: Uint32Array;
  /** The words by number, without anything between. */
  text: string;
};

/** Common letters first: words share more of their ways then, and there are fewer nodes. */
export const letterOrder = 'enrtsaioldghkpumbvcwfzjyxq';
export const maxLength = 64;

const mark = 0x424c_4b31;
const headerLength = 4;
export const nodeSize = 3;

export function packWordIndex({ nodes, words, numbers, text }: WordIndex): Buffer {
  const header = Uint32Array.of(mark, nodes.length, words.length, text.length);
  const parts = [header, nodes, words, numbers].map((part) =>
    Buffer.from(part.buffer, part.byteOffset, part.byteLength),
  );
  return Buffer.concat([...parts, Buffer.from(text, 'latin1')]);
}

/** Undefined where it is no such index, or not the whole of one. */
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
  if (found !== mark || bytes.length !== length) return undefined;
  return {
    nodes: take(nodesLength),
    words: take(wordCount),
    numbers: take(maxLength + 1),
    text: bytes.toString('latin1', at),
  };
}
