import { useState } from 'react';

/** Which rows of a list are picked. Those that the list does not show do not count. */
export function useSelection(ids: readonly string[]) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string>();
  const selected = new Set(ids.filter((id) => picked.has(id)));

  /** With a range, everything from the row that was touched before becomes like this one. */
  const toggle = (id: string, isRange: boolean) => {
    const isWanted = !selected.has(id);
    const touched = isRange ? between(ids, anchor ?? id, id) : [id];
    const next = new Set(selected);
    for (const each of touched) {
      if (isWanted) next.add(each);
      else next.delete(each);
    }
    setPicked(next);
    setAnchor(id);
  };
  const toggleAll = () => setPicked(selected.size === ids.length ? new Set() : new Set(ids));
  const clear = () => setPicked(new Set());
  return { selected, toggle, toggleAll, clear };
}

export type Selection = ReturnType<typeof useSelection>;

function between(ids: readonly string[], from: string, to: string): string[] {
  const [start = -1, end = -1] = [ids.indexOf(from), ids.indexOf(to)].toSorted((a, b) => a - b);
  return start < 0 ? [to] : ids.slice(start, end + 1);
}
