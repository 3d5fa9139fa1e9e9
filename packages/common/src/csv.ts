export type CsvValue = string | number | Date | null;

/**
 * CSV injection: a spreadsheet would run these as formulas, and the texts come from strangers. Those with apostrophes before
 * them are included, so that `readCsvText` gives back every text.
 */
const formula = /^'*[\s\uFEFF]*[=+\-@\t\r\n＝＋－＠]/u;

/** A line with its end. Texts that a spreadsheet would take for formulas get an apostrophe before them. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvValue).join(',')}\r\n`;
}

function csvValue(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  if (value instanceof Date) return value.toISOString();
  const safe = formula.test(value) ? `'${value}` : value;
  return /[",\r\n']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text of a cell, without the apostrophe that `csvLine` adds. */
export function readCsvText(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}
