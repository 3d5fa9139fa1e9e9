import { useState } from 'react';

/** The selected rows of a list. Rows that are filtered out do not count. */
export function useSelection(ids: readonly string[]) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string>();
  const selected = new Set(ids.filter((id) => selectedIds.has(id)));

  /** A range gives every row since the last toggled one the new state of this row. */
  const toggle = (id: string, isRange: boolean) => {
    const isSelecting = !selected.has(id);
    const toggled = isRange ? between(ids, anchor ?? id, id) : [id];
    const next = new Set(selected);
    for (const each of toggled) {
      if (isSelecting) next.add(each);
      else next.delete(each);
    }
    setSelectedIds(next);
    setAnchor(id);
  };
  const toggleAll = () => setSelectedIds(selected.size === ids.length ? new Set() : new Set(ids));
  const clear = () => setSelectedIds(new Set());
  return { selected, toggle, toggleAll, clear };
}

export type Selection = ReturnType<typeof useSelection>;

function between(ids: readonly string[], from: string, to: string): string[] {
  const [start = -1, end = -1] = [ids.indexOf(from), ids.indexOf(to)].toSorted((a, b) => a - b);
  return start < 0 ? [to] : ids.slice(start, end + 1);
}
