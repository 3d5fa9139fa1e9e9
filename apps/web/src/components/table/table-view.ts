import { storedText, useStoredText, type StoredText } from '../../lib/storage/stored-text.ts';
import type { TableColumn } from './table-column.ts';

export type Density = 'comfortable' | 'compact';
type View = { hidden: readonly string[]; density: Density };

const usual: View = { hidden: [], density: 'comfortable' };
const stored = new Map<string, StoredText>();

/** Which columns of a table are shown and how densely, as this browser remembers it. */
export function useTableView<Row>(tableId: string, columns: readonly TableColumn<Row>[]) {
  const text = storedView(tableId);
  const view = readView(useStoredText(text));
  const change = (changes: Partial<View>) => {
    const next = { ...view, ...changes };
    const isUsual = next.hidden.length === 0 && next.density === usual.density;
    text.set(isUsual ? null : JSON.stringify(next));
  };
  const isShown = ({ key, isOptional }: TableColumn<Row>) => isOptional !== true || !view.hidden.includes(key);
  return {
    density: view.density,
    shown: columns.filter(isShown),
    isShown,
    setDensity: (density: Density) => change({ density }),
    toggle: (key: string) =>
      change({
        hidden: view.hidden.includes(key) ? view.hidden.filter((one) => one !== key) : [...view.hidden, key],
      }),
  };
}

export type TableView<Row> = ReturnType<typeof useTableView<Row>>;

function storedView(tableId: string): StoredText {
  const known = stored.get(tableId) ?? storedText(`table:${tableId}`);
  stored.set(tableId, known);
  return known;
}

/** What another version or another program left there is ignored. */
function readView(text: string | null): View {
  try {
    const { hidden, density } = JSON.parse(text ?? '{}') as Partial<Record<keyof View, unknown>>;
    return {
      hidden: Array.isArray(hidden) ? hidden.filter((key) => typeof key === 'string') : usual.hidden,
      density: density === 'compact' ? 'compact' : usual.density,
    };
  } catch {
    return usual;
  }
}
