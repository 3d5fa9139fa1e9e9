import { visibleText } from '../../../lib/text/visible-text.ts';
import { keyOf, kindOf, valueText, type JsonTree } from '../json-tree.ts';
import { levelOf } from '../tree-rows.ts';
import { formatCount } from '../../../lib/text/format-count.ts';
import classes from './tree-view.module.css';

const maxValueLength = 300;
/** Deeper rows are not indented further. */
const maxIndent = 24;

type Props = {
  id: string;
  tree: JsonTree;
  node: number;
  top: number;
  isOpen: boolean;
  isActive: boolean;
  isFound: boolean;
  onToggle: (node: number) => void;
  onActive: (node: number) => void;
};

/** Bare elements, because there are many rows. The tree has the focus and handles keys. */
export function TreeRow({ id, tree, node, top, isOpen, isActive, isFound, onToggle, onActive }: Props) {
  const level = levelOf(tree, node);
  const count = tree.counts[node] ?? 0;
  const parent = tree.parents[node] ?? -1;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="treeitem"
      className={classes.row}
      style={{ top, paddingInlineStart: 4 + 16 * Math.min(level - 1, maxIndent) }}
      aria-level={level}
      aria-setsize={parent < 0 ? 1 : tree.counts[parent]}
      aria-posinset={(tree.positions[node] ?? 0) + 1}
      aria-expanded={count > 0 ? isOpen : undefined}
      aria-selected={isActive}
      data-found={isFound || undefined}
      onClick={() => (count > 0 ? onToggle(node) : onActive(node))}
    >
      <span className={classes.arrow} aria-hidden>
        {count === 0 ? '' : isOpen ? '▾' : '▸'}
      </span>
      <span className={classes.name}>{nameOf(tree, node)}</span>
      <Value tree={tree} node={node} count={count} />
    </div>
  );
}

function Value({ tree, node, count }: { tree: JsonTree; node: number; count: number }) {
  const kind = kindOf(tree, node);
  if (kind === 'object') return <span className={classes.count}>{countText('{ }', count, 'name', 'names')}</span>;
  if (kind === 'list') return <span className={classes.count}>{countText('[ ]', count, 'item', 'items')}</span>;
  return (
    <bdi className={classes.value} data-kind={kind}>
      {visibleText(valueText(tree, node, maxValueLength))}
    </bdi>
  );
}

function nameOf(tree: JsonTree, node: number) {
  if (node === 0) return '$';
  const key = keyOf(tree, node);
  return key === undefined ? String(tree.positions[node] ?? 0) : <bdi>{visibleText(key)}</bdi>;
}

function countText(brackets: string, count: number, one: string, many: string): string {
  return `${brackets} ${formatCount(count)} ${count === 1 ? one : many}`;
}
