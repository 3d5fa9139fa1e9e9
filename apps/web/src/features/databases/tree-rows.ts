import { childrenOf, type JsonTree } from './json-tree.ts';

/** The visible nodes in order, given the open ones. */
export function rowsOf(tree: JsonTree, open: ReadonlySet<number>): number[] {
  const rows: number[] = [];
  const waiting = [0];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    rows.push(node);
    if (!open.has(node)) continue;
    const children = childrenOf(tree, node);
    for (let index = children.length - 1; index >= 0; index -= 1) waiting.push(children[index] ?? 0);
  }
  return rows;
}

export function levelOf({ parents }: JsonTree, node: number): number {
  let level = 1;
  for (let at = parents[node] ?? -1; at >= 0; at = parents[at] ?? -1) level += 1;
  return level;
}

/** Opens all ancestors of a node. */
export function withParentsOf({ parents }: JsonTree, node: number, open: ReadonlySet<number>): Set<number> {
  const next = new Set(open);
  for (let at = parents[node] ?? -1; at >= 0; at = parents[at] ?? -1) next.add(at);
  return next;
}

type View = { tree: JsonTree; rows: readonly number[]; open: ReadonlySet<number>; active: number; pageRows: number };
/** The node to focus, or the one to open or close. */
export type TreeMove = { go: number } | { toggle: number };

/** The tree's keyboard navigation; undefined for other keys. */
export function moveInTree(key: string, { tree, rows, open, active, pageRows }: View): TreeMove | undefined {
  const row = rows.indexOf(active);
  const goTo = (index: number) => ({ go: rows[Math.max(0, Math.min(index, rows.length - 1))] ?? 0 });
  const hasChildren = (tree.counts[active] ?? 0) > 0;
  const isOpen = open.has(active);
  const moves: Record<string, () => TreeMove> = {
    ArrowDown: () => goTo(row + 1),
    ArrowUp: () => goTo(row - 1),
    PageDown: () => goTo(row + pageRows),
    PageUp: () => goTo(row - pageRows),
    Home: () => goTo(0),
    End: () => goTo(rows.length - 1),
    ArrowRight: () => (hasChildren && !isOpen ? { toggle: active } : { go: hasChildren ? active + 1 : active }),
    ArrowLeft: () => (hasChildren && isOpen ? { toggle: active } : { go: Math.max(0, tree.parents[active] ?? 0) }),
    Enter: () => (hasChildren ? { toggle: active } : { go: active }),
    ' ': () => (hasChildren ? { toggle: active } : { go: active }),
  };
  return moves[key]?.();
}
