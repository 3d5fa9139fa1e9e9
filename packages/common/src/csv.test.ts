import { expect, it } from 'vitest';
import { csvLine, readCsvText, type CsvValue } from './csv.ts';

it.each<[CsvValue[], string]>([
  [['=1', '+1', '-1', '@x', '\tx', '\rx', '＝1', '  =1'], `"'=1","'+1","'-1","'@x","'\tx","'\rx","'＝1","'  =1"`],
  [[-1, 2.5, null, new Date(0)], '-1,2.5,,1970-01-01T00:00:00.000Z'],
  [['plain', 'a,b', 'say "hi"', 'two\nlines', "o'clock"], `plain,"a,b","say ""hi""","two\nlines","o'clock"`],
])('writes %j safely', (values, line) => expect(csvLine(values)).toBe(`${line}\r\n`));

it('tells a text with an apostrophe from one that got it', () => {
  expect(csvLine(['=1', "'=1", "'a"])).toBe(`"'=1","''=1","'a"\r\n`);
  expect(["'=1", "''=1", "'a"].map(readCsvText)).toEqual(['=1', "'=1", "'a"]);
});
