import { endOfString } from '@tribehall/common/json/json-string';
import type { JsonTree } from './json-tree.ts';

export const maxFound = 1000;

/** The nodes whose key or value contains the text, in order; at most `maxFound`. */
export function findNodes(tree: JsonTree, search: string): number[] {
  if (search === '') return [];
  const found: number[] = [];
  const pattern = new RegExp(search.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`), 'gi');
  for (
    let match = pattern.exec(tree.text);
    match !== null && found.length < maxFound;
    match = pattern.exec(tree.text)
  ) {
    const node = nodeAt(tree, match.index);
    if (!isPartOf(tree, node, match.index)) continue;
    found.push(node);
    // One match per node; after a match in a container's key its children are still searched.
    pattern.lastIndex = Math.max(pattern.lastIndex, isInKey(tree, node, match.index) ? 0 : (tree.ends[node] ?? 0));
  }
  return [...new Set(found)];
}

/** The last node that starts at or before this offset. */
function nodeAt(tree: JsonTree, offset: number): number {
  let low = 0;
  let high = tree.starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (beginOf(tree, middle) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function beginOf({ keys, starts }: JsonTree, node: number): number {
  const key = keys[node] ?? -1;
  return key >= 0 ? key : (starts[node] ?? 0);
}

/** Brackets, commas and whitespace belong to no node. */
function isPartOf(tree: JsonTree, node: number, offset: number): boolean {
  if (isInKey(tree, node, offset)) return true;
  const isBracket = '{['.includes(tree.text.charAt(tree.starts[node] ?? 0));
  return !isBracket && offset >= (tree.starts[node] ?? 0) && offset < (tree.ends[node] ?? 0);
}

function isInKey({ text, keys }: JsonTree, node: number, offset: number): boolean {
  const start = keys[node] ?? -1;
  return start >= 0 && offset >= start && offset < endOfString(text, start);
}
