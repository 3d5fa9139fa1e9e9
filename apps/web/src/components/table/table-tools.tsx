import { Download, SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { saveText } from '../../lib/browser/download.ts';
import { RowButton } from '../buttons/row-button.tsx';
import { CheckMark } from '../forms/check-mark.tsx';
import { PopoverButton } from '../forms/popover-button.tsx';
import { SegmentedChoice } from '../forms/segmented-choice.tsx';
import { SelectBox } from '../forms/select-box.tsx';
import { toastError, toastSuccess } from '../notices/toast.tsx';
import { isSortable, type SortOrder, type TableColumn, type TableSort } from './table-column.ts';
import { tableCsv } from './table-csv.ts';
import type { Density, TableView } from './table-view.ts';
import { formatCount } from '../../lib/text/format-count.ts';
import classes from './table-tools.module.css';

const densities: Record<Density, string> = { comfortable: 'Comfortable', compact: 'Compact' };
const orders: Record<SortOrder, string> = { asc: 'Ascending', desc: 'Descending' };

type Props<Row> = {
  /** Of the file. */
  name: string;
  view: TableView<Row>;
  columns: readonly TableColumn<Row>[];
  /** Undefined where they are exported elsewhere. */
  rows: readonly Row[] | undefined;
  /** Returns what to export where `rows` are only a page of it. */
  onExport: (() => Promise<readonly Row[]>) | undefined;
  sort: TableSort | undefined;
  onSort: (sort: TableSort) => void;
};

/** How a table is shown, and the file of what it shows. */
export function TableTools<Row>(props: Props<Row>) {
  return (
    <PopoverButton label="View" name="How the table is shown" icon={SlidersHorizontal}>
      {(close) => <Tools {...props} close={close} />}
    </PopoverButton>
  );
}

function Tools<Row>(props: Props<Row> & { close: () => void }) {
  const { name, view, columns, rows, onExport, sort, onSort, close } = props;
  const id = useId();
  const optional = columns.filter(({ isOptional }) => isOptional === true);
  const sortable = columns.filter(isSortable);
  const [isExporting, setIsExporting] = useState(false);
  const save = (exported: readonly Row[]) => {
    saveText(fileName(name, new Date()), 'text/csv', tableCsv(view.shown, exported));
    toastSuccess(`${formatCount(exported.length)} ${exported.length === 1 ? 'row' : 'rows'} exported.`);
    close();
  };
  const exportRows = (page: readonly Row[]) => {
    if (onExport === undefined) return save(page);
    if (isExporting) return;
    setIsExporting(true);
    onExport()
      .then(save, toastError)
      .finally(() => setIsExporting(false));
  };
  return (
    <div className={classes.tools}>
      {sortable.length === 0 ? null : (
        <label className={classes.field}>
          Sort by
          <SelectBox
            value={sort?.key ?? ''}
            onChange={({ currentTarget: { value: key } }) =>
              onSort({ key, order: columns.find((column) => column.key === key)?.firstOrder ?? 'asc' })
            }
          >
            {sort === undefined ? <option value="">Default</option> : null}
            {sortable.map(({ key, label }) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </SelectBox>
        </label>
      )}
      {sort === undefined ? null : (
        <SegmentedChoice
          label="Order"
          choices={orders}
          value={sort.order}
          onChange={(order) => onSort({ ...sort, order })}
        />
      )}
      <SegmentedChoice label="Density" choices={densities} value={view.density} onChange={view.setDensity} />
      {optional.length === 0 ? null : (
        <fieldset className={classes.columns}>
          <legend>Columns</legend>
          {optional.map((column) => (
            <label key={column.key} className={classes.column} htmlFor={`${id}-${column.key}`}>
              <CheckMark
                id={`${id}-${column.key}`}
                checked={view.isShown(column)}
                onChange={() => view.toggle(column.key)}
              />
              {column.label}
            </label>
          ))}
        </fieldset>
      )}
      {rows === undefined ? null : (
        <RowButton aria-disabled={isExporting || undefined} onClick={() => exportRows(rows)}>
          <Download size={14} aria-hidden /> {isExporting ? 'Exporting…' : 'Export CSV'}
        </RowButton>
      )}
    </div>
  );
}

function fileName(name: string, now: Date): string {
  return `${name}-${now.toISOString().slice(0, 10)}.csv`;
}
