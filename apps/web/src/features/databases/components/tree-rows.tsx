import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent } from 'react';
import type { JsonTree } from '../json-tree.ts';
import { TreeRow } from './tree-row.tsx';
import classes from './tree-view.module.css';

export const treeRowHeight = 28;
const overscan = 20;

type Props = {
  treeId: string;
  tree: JsonTree;
  rows: readonly number[];
  open: ReadonlySet<number>;
  active: number;
  found: readonly number[];
  scrollElement: HTMLDivElement | null;
  onToggle: (node: number) => void;
  onActive: (node: number) => void;
};

export function rowIdOf(treeId: string, node: number): string {
  return `${treeId}-${node}`;
}

/** The virtualized rows. A component of its own, because the compiler must not memoize what the virtualizer returns. */
export function TreeRows(props: Props) {
  'use no memo';
  const { treeId, tree, rows, open, active, found, scrollElement, onToggle, onActive } = props;
  const activeRow = rows.indexOf(active);
  const foundNodes = new Set(found);
  // oxlint-disable-next-line react/incompatible-library -- the compiler skips this component, as it should
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollElement,
    estimateSize: () => treeRowHeight,
    overscan,
    useFlushSync: false,
    // The tree refers to its active row by id, so that row stays mounted.
    rangeExtractor: (range) => withIndex(defaultRangeExtractor(range), activeRow),
  });
  const showActive = useEffectEvent(() => {
    if (activeRow >= 0) virtualizer.scrollToIndex(activeRow);
  });
  useEffect(() => {
    if (scrollElement !== null) showActive();
  }, [scrollElement, active]);
  return (
    <div role="presentation" className={classes.rows} style={{ height: rows.length * treeRowHeight }}>
      {virtualizer.getVirtualItems().map(({ index }) => {
        const node = rows[index];
        return node === undefined ? null : (
          <TreeRow
            key={node}
            id={rowIdOf(treeId, node)}
            tree={tree}
            node={node}
            top={index * treeRowHeight}
            isOpen={open.has(node)}
            isActive={node === active}
            isFound={foundNodes.has(node)}
            onToggle={onToggle}
            onActive={onActive}
          />
        );
      })}
    </div>
  );
}

function withIndex(indexes: number[], index: number): number[] {
  return index < 0 || indexes.includes(index) ? indexes : [...indexes, index].toSorted((a, b) => a - b);
}
