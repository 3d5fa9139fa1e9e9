import { endOfString } from '@tribehall/common/json/json-string';
import { visitJson } from '@tribehall/common/json/scan-json';

/**
 * An index of a JSON text. Nodes are numbered in text order; 0 is the root. Values are read from the text, so numbers
 * preserve all digits and duplicate keys are all shown.
 */
export type JsonTree = {
  text: string;
  /** Per node: where its value starts and ends, and where its key starts, or -1. */
  starts: readonly number[];
  ends: readonly number[];
  keys: readonly number[];
  parents: readonly number[];
  /** Number of children. */
  counts: readonly number[];
  /** The first node after this one's descendants. */
  nexts: readonly number[];
  /** 0-based index among its siblings. */
  positions: readonly number[];
};

/** Returns undefined if the text is not JSON. */
export function readTree(text: string): JsonTree | undefined {
  const starts: number[] = [];
  const ends: number[] = [];
  const keys: number[] = [];
  const parents: number[] = [];
  const counts: number[] = [];
  const nexts: number[] = [];
  const positions: number[] = [];
  let parent = -1;
  let key = -1;

  const add = (start: number, end: number) => {
    const siblings = counts[parent] ?? 0;
    if (parent >= 0) counts[parent] = siblings + 1;
    starts.push(start);
    ends.push(end);
    keys.push(key);
    parents.push(parent);
    counts.push(0);
    nexts.push(starts.length);
    positions.push(siblings);
    key = -1;
  };
  const stop = visitJson(text, {
    open: (start) => {
      add(start, start);
      parent = starts.length - 1;
    },
    close: (end) => {
      ends[parent] = end;
      nexts[parent] = starts.length;
      parent = parents[parent] ?? -1;
    },
    key: (start) => {
      key = start;
    },
    scalar: add,
  });
  return stop === undefined ? { text, starts, ends, keys, parents, counts, nexts, positions } : undefined;
}

export type NodeKind = 'object' | 'list' | 'text' | 'number' | 'word';

export function kindOf({ text, starts }: JsonTree, node: number): NodeKind {
  const first = text.charAt(starts[node] ?? 0);
  if (first === '{') return 'object';
  if (first === '[') return 'list';
  if (first === '"') return 'text';
  return /[\d-]/.test(first) ? 'number' : 'word';
}

export function childrenOf({ nexts, counts }: JsonTree, node: number): number[] {
  const children = [];
  const count = counts[node] ?? 0;
  for (let child = node + 1; children.length < count; child = nexts[child] ?? Infinity) children.push(child);
  return children;
}

/** The key as written, with its quotes; undefined for the root and array items. */
export function writtenKey({ text, keys }: JsonTree, node: number): string | undefined {
  const start = keys[node] ?? -1;
  if (start < 0) return undefined;
  return text.slice(start, endOfString(text, start));
}

/** The decoded key. */
export function keyOf(tree: JsonTree, node: number): string | undefined {
  const written = writtenKey(tree, node);
  return written === undefined ? undefined : (JSON.parse(written) as string);
}

/** The value as written, truncated. */
export function valueText({ text, starts, ends }: JsonTree, node: number, maxLength: number): string {
  const start = starts[node] ?? 0;
  const end = ends[node] ?? 0;
  return end - start > maxLength ? `${text.slice(start, start + maxLength)}…` : text.slice(start, end);
}

/** `$.guilds["a b"][3]` */
export function pathOf(tree: JsonTree, node: number): string {
  const steps: string[] = [];
  for (let at = node; at > 0; at = tree.parents[at] ?? 0) {
    const key = keyOf(tree, at);
    if (key === undefined) steps.push(`[${tree.positions[at] ?? 0}]`);
    else steps.push(/^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`);
  }
  return `$${steps.toReversed().join('')}`;
}
