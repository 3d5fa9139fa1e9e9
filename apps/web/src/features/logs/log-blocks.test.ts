import { describe, expect, it } from 'vitest';
import { buildLogReply } from '../../testing/logs.ts';
import { blockSize, blocksOf, goneRows, isSameBlock } from './log-blocks.ts';
import { maxLines, startLines, withNewer, withOlder, type LogLines } from './log-lines.ts';

const start = (from: number, to: number) => startLines(buildLogReply(from, to));
const blocks = ({ rows, first }: LogLines) => blocksOf(rows, first);

describe('blocks of log lines', () => {
  it('stay the same above new lines, also when the oldest leave', () => {
    const before = start(1, maxLines);
    const after = withNewer(before, buildLogReply(maxLines, maxLines + 3));
    expect(after.rows).toHaveLength(maxLines);
    const [, ...whole] = blocks(after).slice(0, -1);
    expect(whole).toHaveLength(maxLines / blockSize - 1);
    for (const { key, rows } of whole) {
      const old = blocks(before).find((block) => block.key === key);
      expect(isSameBlock(old?.rows ?? [], rows)).toBe(true);
    }
  });

  it('stay the same below older lines', () => {
    const before = start(101, 130);
    const after = withOlder(before, '101', buildLogReply(98, 100));
    expect(blocks(after).at(-1)).toEqual(blocks(before).at(-1));
    expect(blocks(after).flatMap(({ rows }) => rows)).toEqual(after.rows);
  });

  it('are others when a line is another', () => {
    expect(isSameBlock(start(1, 2).rows, start(1, 2).rows)).toBe(false);
  });
});

describe('rows that are gone', () => {
  it('are those before the first that has stayed', () => {
    const before = start(1, maxLines);
    const gone = goneRows(before.rows, withNewer(before, buildLogReply(maxLines, maxLines + 2)));
    expect(gone?.map(({ id }) => id)).toEqual(['1', '2']);
    expect(goneRows(before.rows, before)).toEqual([]);
  });

  it('are none below older lines, and unknown where nothing has stayed', () => {
    const before = start(5, 9);
    expect(goneRows(before.rows, withOlder(before, '5', buildLogReply(3, 4)))).toEqual([]);
    expect(goneRows(before.rows, start(5, 9))).toBeUndefined();
  });
});
