import type { AseValue } from './property-walker.ts';

/** The wanted properties of one object, by word. */
export type AseValues = (AseValue | undefined)[];

export function textValue(value: AseValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function numberValue(value: AseValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

export function wholeValue(value: AseValue | undefined): number | bigint | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? value : undefined;
}

type Loose<Row> = { [Key in keyof Row]: object extends Pick<Row, Key> ? Row[Key] | undefined : Row[Key] };

/** Rows have no keys without a value: they are compared as they are sent. */
export function withoutUndefined<Row extends object>(row: Loose<Row>): Row {
  const kept: Partial<Loose<Row>> = {};
  for (const key in row) if (row[key] !== undefined) kept[key] = row[key];
  return kept as Row;
}
