import { letterOrder, maxLength, nodeSize, type WordIndex } from './word-index.ts';

type Path = { ranks: string; number: number };
/** The range of sorted paths that share their first `depth` letters. */
type Node = { from: number; to: number; depth: number };

/** Takes lowercase words in any order, with duplicates. Slow: for the build. */
export function buildWordIndex(given: Iterable<string>): WordIndex {
  const byLength = Array.from({ length: maxLength + 1 }, () => new Set<string>());
  for (const word of given) byLength[word.length]?.add(word);
  const words = byLength.toReversed().flatMap((same) => [...same].toSorted());
  const numbers = Uint32Array.from(byLength, (_, length) =>
    byLength.slice(length + 1).reduce((sum, { size }) => sum + size, 0),
  );
  return { ...buildTrie(words), numbers, text: words.join('') };
}

/** Breadth first, so that the children of a node are side by side. */
function buildTrie(words: string[]): Pick<WordIndex, 'nodes' | 'words'> {
  const paths = words.map((word, number): Path => ({ ranks: ranksOf(word), number })).toSorted(byRanks);
  const queue: Node[] = [{ from: 0, to: paths.length, depth: 0 }];
  const nodes: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < queue.length; at += 1) {
    const { from, to, depth } = queue[at] ?? fail();
    const [firstChild, start] = [queue.length, ends.length];
    let [rest, bits] = [from, 0];
    for (; rest < to && paths[rest]?.ranks.length === depth; rest += 1) ends.push(paths[rest]?.number ?? fail());
    for (const child of splitBelow(paths, { from: rest, to, depth })) {
      bits |= 1 << rankAt(paths, child.from, depth);
      queue.push(child);
    }
    nodes.push(bits, firstChild * nodeSize, start);
  }
  // The end of the last node's words.
  nodes.push(0, 0, ends.length);
  return { nodes: Uint32Array.from(nodes), words: Uint32Array.from(ends) };
}

function* splitBelow(paths: Path[], { from, to, depth }: Node): Generator<Node> {
  for (let begin = from, end = from; begin < to; begin = end) {
    const rank = rankAt(paths, begin, depth);
    while (end < to && rankAt(paths, end, depth) === rank) end += 1;
    yield { from: begin, to: end, depth: depth + 1 };
  }
}

/** The sorted ranks of its letters, as characters. */
function ranksOf(word: string): string {
  const ranks = Buffer.from(word, 'latin1').map((code) => rankOf.get(code) ?? fail(word));
  return Buffer.from(ranks.toSorted()).toString('latin1');
}

const rankOf = new Map(letterOrder.split('').map((letter, rank) => [letter.charCodeAt(0), rank]));

function rankAt(paths: Path[], at: number, depth: number): number {
  return (paths[at] ?? fail()).ranks.charCodeAt(depth);
}

function byRanks(a: Path, b: Path): number {
  if (a.ranks !== b.ranks) return a.ranks < b.ranks ? -1 : 1;
  return a.number - b.number;
}

function fail(word = ''): never {
  throw new Error(`${JSON.stringify(word)} is not a lowercase word`);
}
