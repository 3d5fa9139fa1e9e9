import { visibleLines } from '../../../lib/text/visible-text.ts';

export type TextBlock = { text: string; lines: number };

const maxBlockLines = 200;
const maxBlockLength = 20_000;
/** An endless line would be one block that takes forever to lay out. */
const maxLineLength = 5000;

/**
 * Splits a text into blocks that the browser lays out as they scroll into view. Tabs and line breaks stay; other
 * invisible characters are shown as symbols.
 */
export function textBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let lines: string[] = [];
  let length = 0;
  const close = () => {
    blocks.push({ text: visibleLines(lines.join('\n')), lines: lines.length });
    lines = [];
    length = 0;
  };
  for (const line of shortLines(text)) {
    lines.push(line);
    length += line.length;
    if (lines.length === maxBlockLines || length > maxBlockLength) close();
  }
  if (lines.length > 0) close();
  return blocks;
}

function shortLines(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    lines.push(line.slice(0, maxLineLength));
    for (let start = maxLineLength; start < line.length; start += maxLineLength) {
      lines.push(line.slice(start, start + maxLineLength));
    }
  }
  return lines;
}
