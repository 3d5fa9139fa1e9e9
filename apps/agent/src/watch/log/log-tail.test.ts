import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeFolder } from '../../testing/folder.fixture.ts';
import { LogTail, type LogTailOptions } from './log-tail.ts';
import type { LogPosition } from './open-log.ts';

function setUp(folder = makeFolder(), options: Partial<LogTailOptions> = {}) {
  const file = path.join(folder, 'ShooterGame.log');
  const seen = {
    lines: [] as string[],
    old: [] as string[],
    history: [] as string[],
    readable: [] as boolean[],
    position: undefined as LogPosition | undefined,
  };
  const tail = new LogTail({
    file,
    onLines({ lines, position, isOld }) {
      seen.lines.push(...lines);
      if (isOld) seen.old.push(...lines);
      seen.position = position;
    },
    onHistory: ({ lines }) => void seen.history.push(...lines),
    onReadable: (isReadable) => void seen.readable.push(isReadable),
    // Long enough that a test decides itself when to look.
    pollMs: 3_600_000,
    ...options,
  });
  onTestFinished(() => tail.stop());
  const write = (text: string | Buffer) => fs.appendFileSync(file, text);
  return { file, tail, seen, write, folder };
}

describe('a log that grows', () => {
  it('is read from its end at the first start, from then on line by line', async () => {
    const { tail, seen, write } = setUp();
    write('old line\n');
    await tail.poll();
    write('one\ntwo\r\nthr');
    await tail.poll();
    expect(seen.lines).toEqual(['one', 'two\r']);
    write('ee\n');
    await tail.poll();
    expect(seen.lines).toEqual(['one', 'two\r', 'three']);
    expect(seen.history).toEqual(['old line']);
  });

  it('does not take the rest of a line for a line', async () => {
    const { tail, seen, write } = setUp();
    write('half a l');
    await tail.poll();
    write('ine\nwhole\n');
    await tail.poll();
    expect(seen.lines).toEqual(['whole']);
  });

  it('is noticed by itself', async () => {
    const { tail, seen, write } = setUp(undefined, { pollMs: 20 });
    write('');
    await tail.start();
    for (let n = 0; n < 20; n += 1) write(`${n}\n`);
    await vi.waitFor(() => expect(seen.lines).toHaveLength(20));
  });

  it('is noticed while it is written to without a pause', async () => {
    const { tail, seen, write } = setUp(undefined, { pollMs: 50 });
    write('');
    await tail.start();
    const writing = setInterval(() => write('line\n'), 1);
    onTestFinished(() => clearInterval(writing));
    await vi.waitFor(() => expect(seen.lines.length).toBeGreaterThan(20));
  });

  it('gives every letter of any cut', async () => {
    const { tail, seen, write } = setUp();
    write('');
    await tail.poll();
    for (const byte of Buffer.from('Grüße 🦖\nzwei\n')) {
      write(Buffer.from([byte]));
      await tail.poll();
    }
    expect(seen.lines).toEqual(['Grüße 🦖', 'zwei']);
  });

  it('is cut off at long lines, and goes on behind them', async () => {
    const { tail, seen, write } = setUp();
    write('');
    await tail.poll();
    write(`${'x'.repeat(200_000)}\nafter\n`);
    await tail.poll();
    expect(seen.lines.map((line) => line.length)).toEqual([16 * 1024, 5]);
    write('y'.repeat(50_000));
    await tail.poll();
    expect(seen.position?.isMidLine).toBe(true);
    write(`${'y'.repeat(50_000)}\nend\n`);
    await tail.poll();
    expect(seen.lines.at(-1)).toBe('end');
    expect(seen.lines).toHaveLength(4);
  });

  it('is read in megabytes without leaving anything out', async () => {
    const { tail, seen, write } = setUp();
    write('');
    await tail.poll();
    const lines = Array.from({ length: 30_000 }, (_none, index) => `${index} ${'z'.repeat(index % 200)}`);
    write(`${lines.join('\n')}\n`);
    await tail.poll();
    expect(seen.lines).toEqual(lines);
  });
});

describe('encodings', () => {
  it.each([
    ['UTF-8 with a mark', (text: string) => Buffer.from(text), Buffer.from([0xef, 0xbb, 0xbf])],
    ['UTF-16', (text: string) => Buffer.from(text, 'utf16le'), Buffer.from([0xff, 0xfe])],
    ['UTF-16, big end first', (text: string) => Buffer.from(text, 'utf16le').swap16(), Buffer.from([0xfe, 0xff])],
  ])('%s', async (_name, encode, mark) => {
    const { tail, seen, write } = setUp();
    write(Buffer.concat([mark, encode('Log file open\n')]));
    await tail.poll();
    const bytes = encode('Grüße ਊ 🦖\r\nĊ zwei\n');
    write(bytes.subarray(0, 7));
    await tail.poll();
    write(bytes.subarray(7));
    await tail.poll();
    expect(seen.lines).toEqual(['Grüße ਊ 🦖\r', 'Ċ zwei']);
  });
});

describe('a new log', () => {
  it('under the old name is read from its beginning, after the rest of the old one', async () => {
    const { tail, seen, write, file, folder } = setUp();
    write('Log file open, 1\n');
    await tail.poll();
    write('a\nlast without an end');
    fs.renameSync(file, path.join(folder, 'ShooterGame_backup-2026.09.13.log'));
    write('Log file open, 2\nb\n');
    await tail.poll();
    write('c\n');
    await tail.poll();
    expect(seen.lines).toEqual(['a', 'last without an end', 'Log file open, 2', 'b', 'c']);
    expect(seen.readable).toEqual([true]);
  });

  it('that begins like the old one and is longer is read whole', async () => {
    const { tail, seen, write, file, folder } = setUp();
    write('same\n');
    await tail.poll();
    write('a\n');
    await tail.poll();
    fs.renameSync(file, path.join(folder, 'old.log'));
    write('same\na\nb\n');
    await tail.poll();
    expect(seen.lines).toEqual(['a', 'same', 'a', 'b']);
  });

  it('that is the old one under a new number goes on as if nothing had happened', async () => {
    const { tail, seen, write, file } = setUp();
    write(`Log file open, 1 ${'x'.repeat(80)}\n`);
    await tail.poll();
    write('a\nhalf a l');
    await tail.poll();
    fs.copyFileSync(file, `${file}.copy`);
    fs.renameSync(`${file}.copy`, file);
    await tail.poll();
    write('ine\n');
    await tail.poll();
    expect(seen.lines).toEqual(['a', 'half a line']);
  });

  it('may come some time after the old one is gone', async () => {
    const { tail, seen, write, file, folder } = setUp(undefined, { graceMs: 3_600_000 });
    write('Log file open, 1\n');
    await tail.poll();
    fs.renameSync(file, path.join(folder, 'ShooterGame_backup.log'));
    fs.appendFileSync(path.join(folder, 'ShooterGame_backup.log'), 'still written\n');
    await tail.poll();
    await tail.poll();
    write('Log file open, 2\n');
    await tail.poll();
    expect(seen.lines).toEqual(['still written', 'Log file open, 2']);
    expect(seen.readable).toEqual([true]);
  });

  it('cut to nothing and written again is read from its beginning', async () => {
    const { tail, seen, write, file } = setUp();
    write('Log file open, 1\nmany\nlines\n');
    await tail.poll();
    write('a\n');
    await tail.poll();
    fs.truncateSync(file, 0);
    await tail.poll();
    write('Log file open, 2\nb\n');
    await tail.poll();
    expect(seen.lines).toEqual(['a', 'Log file open, 2', 'b']);
  });

  it('in the same file, already longer than the old one, is read from its beginning', async () => {
    const { tail, seen, write, file } = setUp();
    write('Log file open, 1\n');
    await tail.poll();
    fs.writeFileSync(file, 'Log file open, 2\na\nb\nc\n');
    await tail.poll();
    expect(seen.lines).toEqual(['Log file open, 2', 'a', 'b', 'c']);
  });

  it('after a tool copied and emptied the old one: nothing in between is lost', async () => {
    const { tail, seen, write, file, folder } = setUp();
    write('Log file open, 1\n');
    await tail.poll();
    write('a\n');
    fs.copyFileSync(file, path.join(folder, 'ShooterGame.log.1'));
    fs.truncateSync(file, 0);
    write('b\n');
    await tail.poll();
    expect(seen.lines).toEqual(['a', 'b']);
  });
});

describe('the tail after a restart', () => {
  it('continues where it was, and marks what is old', async () => {
    const first = setUp();
    first.write('Log file open, 1\n');
    await first.tail.poll();
    first.write('a\nhalf');
    await first.tail.poll();
    await first.tail.stop();
    first.write(' b\nc\n');

    const second = setUp(first.folder, { position: first.seen.position });
    await second.tail.poll();
    second.write('d\n');
    await second.tail.poll();
    expect(second.seen.lines).toEqual(['half b', 'c', 'd']);
    expect(second.seen.old).toEqual(['half b', 'c']);
    expect(second.seen.history).toEqual(['Log file open, 1', 'a']);
  });

  it('finds the rest of a log that was renamed meanwhile', async () => {
    const first = setUp();
    first.write('Log file open, 1\n');
    await first.tail.poll();
    await first.tail.stop();
    first.write('a\n');
    fs.renameSync(first.file, path.join(first.folder, 'ShooterGame_backup-1.log'));
    fs.writeFileSync(path.join(first.folder, 'ShooterGame_backup-0.log'), 'Log file open, 0\nolder\n');
    first.write('Log file open, 2\nb\n');

    const second = setUp(first.folder, { position: first.seen.position });
    await second.tail.poll();
    expect(second.seen.lines).toEqual(['a', 'Log file open, 2', 'b']);
  });

  it('stores its position from the first poll on, even if nothing was written by then', async () => {
    const first = setUp();
    first.write('Log file open, 1\n');
    await first.tail.poll();
    await first.tail.stop();
    expect(first.seen.position?.offset).toBe(17);
  });

  it('does not carry a position over to another file', async () => {
    const first = setUp();
    first.write('a\n');
    await first.tail.poll();
    await first.tail.stop();
    const second = setUp(undefined, { position: first.seen.position });
    second.write('a\nb\n');
    await second.tail.poll();
    expect(second.seen.lines).toEqual([]);
  });
});

describe('a log that is not there', () => {
  it('is reported, and read when it comes', async () => {
    const { tail, seen, write } = setUp();
    await tail.poll();
    await tail.poll();
    expect([seen.readable, tail.isReadable]).toEqual([[false], false]);
    write('Log file open, 1\n');
    await tail.poll();
    write('a\n');
    await tail.poll();
    expect([seen.readable, seen.lines]).toEqual([
      [false, true],
      ['Log file open, 1', 'a'],
    ]);
  });

  it('but turns out to be an old one is read from its end', async () => {
    const { tail, seen, file, folder } = setUp();
    fs.writeFileSync(path.join(folder, 'mounted'), 'Log file open, 1\nold\n');
    await vi.waitFor(() => expect(Date.now() - fs.statSync(path.join(folder, 'mounted')).mtimeMs).toBeGreaterThan(200));
    await tail.poll();
    fs.renameSync(path.join(folder, 'mounted'), file);
    await tail.poll();
    expect([seen.lines, seen.history]).toEqual([[], ['Log file open, 1', 'old']]);
  });

  it('counts as gone after a while, and goes on where it was when it comes back', async () => {
    const { tail, seen, write, file, folder } = setUp(undefined, { graceMs: 0 });
    write('Log file open, 1\n');
    await tail.poll();
    write('a\n');
    fs.renameSync(file, path.join(folder, 'away'));
    await tail.poll();
    await tail.poll();
    expect(seen.readable).toEqual([true, false]);
    fs.renameSync(path.join(folder, 'away'), file);
    write('b\n');
    await tail.poll();
    expect([seen.readable, seen.lines]).toEqual([
      [true, false, true],
      ['a', 'b'],
    ]);
  });
});
