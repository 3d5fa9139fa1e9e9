import fc from 'fast-check';
import { expect, it } from 'vitest';
import { textOf } from './any-text.fixture.ts';
import { csvLine, readCsvText } from './csv.ts';

const cell = textOf('=', '+', '-', '@', '＝', "'", '"', ',', ';', '\t', '\r', '\n', ' ', '\ufeff', '\u00a0', 'a', '1');

/** The cells of a line by RFC 4180. */
function readLine(line: string): string[] {
  return [...`${line.slice(0, -2)},`.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*)),/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}

it('gives back every text', () => {
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (cells) => {
      expect(readLine(csvLine(cells)).map(readCsvText)).toEqual(cells);
    }),
  );
});

it('has no cell that begins a formula, whatever stands before it', () => {
  fc.assert(
    fc.property(cell, (text) => {
      for (const read of readLine(csvLine([text])))
        expect(/^[\s\ufeff]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(read)).toBe(false);
    }),
  );
});
