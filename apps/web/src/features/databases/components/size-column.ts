import type { TableColumn } from '../../../components/table/table-column.ts';
import { formatBytes } from '../../../lib/text/format.ts';

/** Of a database and of its versions. */
export const sizeColumn: TableColumn<{ bytes: number }> = {
  key: 'size',
  label: 'Size',
  width: 'auto',
  onCard: 'bare',
  isOptional: true,
  isNumber: true,
  firstOrder: 'desc',
  value: ({ bytes }) => bytes,
  render: ({ bytes }) => formatBytes(bytes),
};
