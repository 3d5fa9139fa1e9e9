type Value = string | number | Date | null;

/** What a table program would take for a formula is text: it came from a stranger. */
const formula = /^[\s\uFEFF]*[=+\-@\t\r\n＝＋－＠]/u;

export function csvLine(values: readonly Value[]): string {
  return `${values.map(csvValue).join(',')}\r\n`;
}

function csvValue(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  if (value instanceof Date) return value.toISOString();
  const safe = formula.test(value) ? `'${value}` : value;
  return /[",\r\n']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
