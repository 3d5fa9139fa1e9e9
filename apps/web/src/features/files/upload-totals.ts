import { isUnderWay, type UploadRow } from './upload-item.ts';

export type UploadTotals = Readonly<{
  /** Those that were not cancelled. */
  files: number;
  done: number;
  failed: number;
  /** Failed ones that are worth another try. */
  retryable: number;
  cancelled: number;
  underWay: number;
  /** Of what is uploaded or will be. */
  bytes: number;
  sent: number;
  bytesPerSecond: number;
  /** Not known while nothing moves. */
  secondsLeft: number | undefined;
}>;

export function totalsOf(rows: readonly UploadRow[], bytesPerSecond: number): UploadTotals {
  const totals = { done: 0, failed: 0, retryable: 0, cancelled: 0, underWay: 0, bytes: 0, sent: 0 };
  for (const row of rows) {
    const isGoing = isUnderWay(row);
    if (isGoing) totals.underWay += 1;
    else totals[row.state as 'done' | 'failed' | 'cancelled'] += 1;
    if (row.state === 'failed' && row.mayRetry) totals.retryable += 1;
    if (isGoing || row.state === 'done') {
      totals.bytes += row.size;
      totals.sent += row.sent;
    }
  }
  const left = totals.bytes - totals.sent;
  return {
    ...totals,
    files: rows.length - totals.cancelled,
    bytesPerSecond,
    secondsLeft: bytesPerSecond > 0 ? left / bytesPerSecond : undefined,
  };
}
