import { letterOrder, maxLength, nodeSize, type WordIndex } from './word-index.ts';

type Way = { places: string; number: number };
/** A node: the sorted ways from here to there, which begin alike for so many letters. */
type Node = { from: number; to: number; depth: number };

/** Takes words of small letters, in any order, some of them twice. Takes seconds: for when nobody waits. */
export function buildWordIndex(given: Iterable<string>): WordIndex {
  const byLength = Array.from({ length: maxLength + 1 }, () => new Set<string>());
  for (const word of given) byLength[word.length]?.add(word);
  const words = byLength.toReversed().flatMap((same) => [...same].toSorted());
  const numbers = Uint32Array.from(byLength, (_, length) =>
    byLength.slice(length + 1).reduce((sum, { size }) => sum + size, 0),
  );
  return { ...buildTrie(words), numbers, text: words.join('') };
}

/** Level by level, the children of a node side by side. */
function buildTrie(words: string[]): Pick<WordIndex, 'nodes' | 'words'> {
  const ways = words.map((word, number): Way => ({ places: wayOf(word), number })).toSorted(byPlaces);
  const queue: Node[] = [{ from: 0, to: ways.length, depth: 0 }];
  const nodes: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < queue.length; at += 1) {
    const { from, to, depth } = queue[at] ?? fail();
    const [firstChild, start] = [queue.length, ends.length];
    let [rest, bits] = [from, 0];
    for (; rest < to && ways[rest]?.places.length === depth; rest += 1) ends.push(ways[rest]?.number ?? fail());
    for (const child of splitBelow(ways, { from: rest, to, depth })) {
      bits |= 1 << placeAt(ways, child.from, depth);
      queue.push(child);
    }
    nodes.push(bits, firstChild * nodeSize, start);
  }
  // Where the last node's words end.
  nodes.push(0, 0, ends.length);
  return { nodes: Uint32Array.from(nodes), words: Uint32Array.from(ends) };
}

function* splitBelow(ways: Way[], { from, to, depth }: Node): Generator<Node> {
  for (let begin = from, end = from; begin < to; begin = end) {
    const place = placeAt(ways, begin, depth);
    while (end < to && placeAt(ways, end, depth) === place) end += 1;
    yield { from: begin, to: end, depth: depth + 1 };
  }
}

/** The places of its letters in the order, sorted, as characters. */
function wayOf(word: string): string {
  const places = Buffer.from(word, 'latin1').map((code) => placeOf.get(code) ?? fail(word));
  return Buffer.from(places.toSorted()).toString('latin1');
}

const placeOf = new Map(letterOrder.split('').map((letter, place) => [letter.charCodeAt(0), place]));

function placeAt(ways: Way[], at: number, depth: number): number {
  return (ways[at] ?? fail()).places.charCodeAt(depth);
}

function byPlaces(a: Way, b: Way): number {
  if (a.places !== b.places) return a.places < b.places ? -1 : 1;
  return a.number - b.number;
}

function fail(word = ''): never {
  throw new Error(`${JSON.stringify(word)} is no word of small letters`);
}
