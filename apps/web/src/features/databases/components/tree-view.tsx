import { useId, useState, type KeyboardEvent } from 'react';
import '@fontsource-variable/jetbrains-mono/wght.css';
import type { JsonTree } from '../json-tree.ts';
import { moveInTree, rowsOf } from '../tree-rows.ts';
import { rowIdOf, treeRowHeight, TreeRows } from './tree-rows.tsx';
import classes from './tree-view.module.css';

type Props = {
  tree: JsonTree;
  open: ReadonlySet<number>;
  active: number;
  found: readonly number[];
  onOpen: (open: ReadonlySet<number>) => void;
  onActive: (node: number) => void;
};

/** Arrows, Home, End and the page keys move; right and left, Enter and Space open and close. */
export function TreeView({ tree, open, active, found, onOpen, onActive }: Props) {
  const treeId = useId();
  // In state, not a ref: the rows must render again once the scroller exists.
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const rows = rowsOf(tree, open);
  const toggle = (node: number) => {
    const next = new Set(open);
    if (!next.delete(node)) next.add(node);
    onOpen(next);
    onActive(node);
  };
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const pageRows = Math.max(1, Math.floor(event.currentTarget.clientHeight / treeRowHeight) - 1);
    const move = moveInTree(event.key, { tree, rows, open, active, pageRows });
    if (move === undefined) return;
    event.preventDefault();
    if ('go' in move) onActive(move.go);
    else toggle(move.toggle);
  };
  return (
    <div
      ref={setElement}
      role="tree"
      tabIndex={0}
      className={classes.tree}
      aria-label="Tree of the database"
      aria-activedescendant={rowIdOf(treeId, active)}
      onKeyDown={handleKey}
    >
      <TreeRows
        treeId={treeId}
        tree={tree}
        rows={rows}
        open={open}
        active={active}
        found={found}
        scrollElement={element}
        onToggle={toggle}
        onActive={onActive}
      />
    </div>
  );
}
