import { expect, it } from 'vitest';
import { readRealLines } from '../testing/real-lines.ts';
import { parseLogLine } from './log-lines.ts';
import { parseTribeLogLine } from './tribe-events.ts';

/** The file has the time of the engine before each line; in the samples it was cut. */
const inFile = (line: string) => `[2024.09.06-02.15.35:123][ 12]${line}`;

it('knows every line of the logs of real servers, or says that it does not', () => {
  const lines = readRealLines('server-log');
  expect(lines).toHaveLength(2110);
  const wrong = lines.filter(({ kind, line }) => {
    const event = parseLogLine(inFile(line));
    return kind !== (event?.kind === 'tribe' ? `tribe ${event.event.kind}` : (event?.kind ?? 'engine'));
  });
  expect(wrong).toEqual([]);
});

it('knows every line of the logs of real tribes, or says that it does not', () => {
  const lines = readRealLines('tribe-log');
  expect(lines).toHaveLength(2324);
  const wrong = lines.filter(({ kind, line }) => parseTribeLogLine(line)?.event.kind !== kind);
  expect(wrong).toEqual([]);
});

it('keeps the text of every line that the game wrote', () => {
  for (const { line } of readRealLines('server-log').filter(({ kind }) => kind === 'unknown'))
    expect(parseLogLine(inFile(line))).toMatchObject({ kind: 'unknown', text: line.slice(21).trim() });
});
