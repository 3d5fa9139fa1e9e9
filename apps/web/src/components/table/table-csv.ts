import { csvLine } from '@tribehall/common/csv';
import type { TableColumn } from './table-column.ts';

/** So that spreadsheets read it as UTF-8. */
const byteOrderMark = '\uFEFF';

/** The given rows and columns as a file; columns that only show something are left out. */
export function tableCsv<Row>(columns: readonly TableColumn<Row>[], rows: Iterable<Row>): string {
  const written = columns.flatMap(({ label, csv, value }) => {
    const cell = csv ?? value;
    return cell === undefined ? [] : [{ label, cell }];
  });
  const lines = [csvLine(written.map(({ label }) => label))];
  for (const row of rows) lines.push(csvLine(written.map(({ cell }) => cell(row))));
  return byteOrderMark + lines.join('');
}
