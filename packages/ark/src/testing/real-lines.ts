import fs from 'node:fs';

/**
 * Lines of real servers, with their people replaced: the kind, a tab, the line. `engine` is no event, `unknown` is in another
 * language or shape.
 */
export function readRealLines(name: 'server-log' | 'tribe-log'): { kind: string; line: string }[] {
  const text = fs.readFileSync(new URL(`./logs/${name}.tsv`, import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((row) => ({ kind: row.slice(0, row.indexOf('\t')), line: row.slice(row.indexOf('\t') + 1) }));
}
