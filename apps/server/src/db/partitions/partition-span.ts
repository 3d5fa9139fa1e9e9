export type Span = { from: Date; to: Date };
export type Partition = Span & { name: string };

/** A table that is partitioned by time. A query visits every partition, so their number is bounded. */
export type PartitionedTable = { name: string; maxPartitions: number };

const hourMs = 60 * 60 * 1000;
/** In hours. */
const widths = [6, 24, 7 * 24, 30 * 24, 60 * 24];

/** The span of a new partition for a row of this moment, between the existing ones. */
export function planSpan(
  { maxPartitions }: PartitionedTable,
  at: Date,
  retentionDays: number,
  existing: readonly Span[],
): Span {
  const widthMs = widthHours(retentionDays * 24, maxPartitions) * hourMs;
  const start = Math.floor(at.getTime() / widthMs) * widthMs;
  const earlier = existing.filter(({ to }) => to <= at).map(({ to }) => to.getTime());
  const later = existing.filter(({ from }) => from > at).map(({ from }) => from.getTime());
  return { from: new Date(Math.max(start, ...earlier)), to: new Date(Math.min(start + widthMs, ...later)) };
}

function widthHours(retentionHours: number, maxPartitions: number): number {
  return widths.find((width) => retentionHours / width <= maxPartitions) ?? Math.ceil(retentionHours / maxPartitions);
}

export function isWithin(at: Date, { from, to }: Span): boolean {
  return at >= from && at < to;
}

/** Start and end in UTC hours: `log_entries_2026072506_2026072512`. */
export function partitionName({ name }: PartitionedTable, { from, to }: Span): string {
  return `${name}_${stamp(from)}_${stamp(to)}`;
}

function stamp(at: Date): string {
  return at.toISOString().slice(0, 13).replace(/\D/g, '');
}

/** Parses a table name; undefined where it is not a partition of that table. */
export function readPartition({ name: table }: PartitionedTable, name: string): Partition | undefined {
  if (!name.startsWith(`${table}_`)) return undefined;
  const [, from = '', to = ''] = /^(\d{10})_(\d{10})$/.exec(name.slice(table.length + 1)) ?? [];
  const span = { from: readStamp(from), to: readStamp(to) };
  return Number.isNaN(span.from.getTime()) || Number.isNaN(span.to.getTime()) ? undefined : { name, ...span };
}

function readStamp(stamp: string): Date {
  return new Date(`${stamp.slice(0, 4)}-${stamp.slice(4, 6)}-${stamp.slice(6, 8)}T${stamp.slice(8, 10)}:00:00Z`);
}
