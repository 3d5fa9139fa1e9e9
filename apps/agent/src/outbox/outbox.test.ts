import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeFolder } from '../testing/folder.fixture.ts';
import { createTestLog } from '../testing/log.fixture.ts';
import type { Draft } from './draft.ts';
import { decodeRecords, type NumberedEvent } from './journal-file.ts';
import { replay } from './outbox-state.ts';
import { Outbox, type OutboxLimits } from './outbox.ts';

const message = (text: string): Draft => ({ type: 'chat.line', data: { kind: 'player', name: 'Bob', text } });

async function open(folder: string, limits: Partial<OutboxLimits> = {}) {
  const log = createTestLog();
  const outbox = await Outbox.open({ folder, log, limits });
  onTestFinished(() => outbox.close());
  return { outbox, log };
}

function events(outbox: Outbox): NumberedEvent[] {
  return JSON.parse(outbox.batch()?.json ?? '[]') as NumberedEvent[];
}

function texts(outbox: Outbox): string[] {
  return events(outbox).map(({ data }) => (data as { text: string }).text);
}

const online = (id: string): Draft => ({ type: 'players.online', data: { players: [{ id, name: 'Bob' }] } });
const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_none, index) => from + index);
const files = (folder: string) => fs.readdirSync(folder).filter((name) => name.startsWith('journal-'));

describe('the outbox', () => {
  it('numbers events from 1 in one stream and hands them out once they are on disk', async () => {
    const { outbox } = await open(makeFolder());
    outbox.append([message('a'), message('b')]);
    outbox.append([message('c')]);
    expect(outbox.batch()).toBeUndefined();
    await outbox.written();
    expect(events(outbox).map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(outbox.stream).toMatch(/^[\w-]{8,64}$/);
  });

  it('removes what is acknowledged and retains the rest', async () => {
    const { outbox } = await open(makeFolder());
    outbox.append(['a', 'b', 'c'].map(message));
    await outbox.written();
    outbox.acknowledge(2);
    expect(events(outbox).map(({ seq }) => seq)).toEqual([3]);
    outbox.acknowledge(99);
    expect(outbox.waitingCount).toBe(0);
  });

  it('goes on after a restart: same stream, same numbers, same position in the log, same notes', async () => {
    const folder = makeFolder();
    const first = await open(folder);
    first.outbox.append(['a', 'b', 'c'].map(message), { bookmark: { offset: 7 }, notes: { key: 'value', gone: 'x' } });
    first.outbox.append([], { notes: { gone: null } });
    first.outbox.acknowledge(1);
    await first.outbox.close();

    const { outbox } = await open(folder);
    expect(outbox.stream).toBe(first.outbox.stream);
    expect(texts(outbox)).toEqual(['b', 'c']);
    expect(outbox.bookmark).toEqual({ offset: 7 });
    expect([outbox.note('key')?.value, outbox.note('gone')]).toEqual(['value', undefined]);
    outbox.append([message('d')]);
    await outbox.written();
    expect(events(outbox).map(({ seq }) => seq)).toEqual([2, 3, 4]);
  });

  it('survives an end at any moment: the journal cut at every byte is a state that once was', async () => {
    const folder = makeFolder();
    const { outbox } = await open(folder);
    for (const text of ['a', 'b', 'c']) outbox.append([message(`${text}1`), message(`${text}2`)], { bookmark: text });
    outbox.acknowledge(1);
    outbox.append([message('é')], { bookmark: 'd' });
    await outbox.written();
    const whole = fs.readFileSync(path.join(folder, files(folder)[0] ?? ''));
    // After this many events the log had been read up to there.
    const bookmarks: Record<number, string | undefined> = { 0: undefined, 2: 'a', 4: 'b', 6: 'c', 7: 'd' };
    const seen = new Set<number>();

    for (let length = 0; length <= whole.length; length += 1) {
      const state = replay(decodeRecords(whole.subarray(0, length)).records);
      if (!state) continue;
      const count = state.nextSeq - 1;
      seen.add(count);
      expect(state.stream).toBe(outbox.stream);
      expect(state.events.map(({ seq }) => seq)).toEqual(range(state.ackedSeq + 1, count));
      expect(state.bookmark).toBe(bookmarks[count]);
    }
    expect([...seen]).toEqual([0, 2, 4, 6, 7]);
  });

  it('goes on behind a torn end with the next number', async () => {
    const folder = makeFolder();
    const first = await open(folder);
    first.outbox.append([message('a')]);
    await first.outbox.written();
    first.outbox.append([message('b')]);
    await first.outbox.close();
    const file = path.join(folder, files(folder)[0] ?? '');
    fs.truncateSync(file, fs.statSync(file).size - 5);

    const second = await open(folder);
    second.outbox.append([message('c')]);
    await second.outbox.close();
    const { outbox } = await open(folder);
    expect(events(outbox).map(({ seq, data }) => [seq, (data as { text: string }).text])).toEqual([
      [1, 'a'],
      [2, 'c'],
    ]);
  });

  it('begins a new stream where the journal is lost', async () => {
    const folder = makeFolder();
    const first = await open(folder);
    first.outbox.append([message('a')]);
    await first.outbox.close();
    fs.rmSync(folder, { recursive: true });

    const { outbox } = await open(folder);
    expect(outbox.stream).not.toBe(first.outbox.stream);
    expect(outbox.batch()).toBeUndefined();
  });

  it('reads around a damaged line in the middle', async () => {
    const folder = makeFolder();
    const first = await open(folder);
    for (const text of ['a', 'b', 'c']) {
      first.outbox.append([message(text)]);
      await first.outbox.written();
    }
    await first.outbox.close();
    const file = path.join(folder, files(folder)[0] ?? '');
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('"text":"b"', '"text":"X"'));

    const { outbox } = await open(folder);
    expect(texts(outbox)).toEqual(['a', 'c']);
    expect(events(outbox).map(({ seq }) => seq)).toEqual([1, 3]);
  });

  it('ignores a file that was being written when the process ended', async () => {
    const folder = makeFolder();
    const first = await open(folder);
    first.outbox.append([message('a')]);
    await first.outbox.close();
    fs.writeFileSync(path.join(folder, 'journal.new'), 'half a li');
    const { outbox } = await open(folder);
    expect(texts(outbox)).toEqual(['a']);
  });

  it('keeps the journal small while everything is acknowledged', async () => {
    const folder = makeFolder();
    const { outbox } = await open(folder);
    const long = 'x'.repeat(1000);
    for (let round = 0; round < 80; round += 1) {
      outbox.append(Array.from({ length: 100 }, () => message(long)));
      await outbox.written();
      outbox.acknowledge((round + 1) * 100);
    }
    await outbox.written();
    expect(files(folder)).toHaveLength(1);
    expect(fs.statSync(path.join(folder, files(folder)[0] ?? '')).size).toBeLessThan(4 * 1024 * 1024);
    outbox.append([message('last')]);
    await outbox.written();
    expect(events(outbox).map(({ seq }) => seq)).toEqual([8001]);
  });

  it('sends at most so many events and bytes at once', async () => {
    const { outbox } = await open(makeFolder(), { eventsPerBatch: 3, bytesPerBatch: 500 });
    outbox.append(['a', 'b', 'c', 'd'].map(message));
    await outbox.written();
    expect(outbox.batch()).toMatchObject({ count: 3, firstSeq: 1, lastSeq: 3 });
    outbox.acknowledge(4);
    outbox.append(['x'.repeat(400), 'y'.repeat(400)].map(message));
    await outbox.written();
    expect(outbox.batch()).toMatchObject({ count: 1, firstSeq: 5 });
  });

  it('drops the oldest when there are too many, and reports how many, once for all', async () => {
    const folder = makeFolder();
    const first = await open(folder, { maxEvents: 10 });
    for (let n = 1; n <= 30; n += 1) first.outbox.append([message(String(n))]);
    await first.outbox.close();
    const { outbox } = await open(folder, { maxEvents: 10 });
    const [lost, ...rest] = events(outbox);
    expect(rest.length).toBeLessThanOrEqual(10);
    expect(rest.at(-1)).toMatchObject({ seq: 30, data: { text: '30' } });
    expect(lost).toMatchObject({
      type: 'events.lost',
      seq: (rest[0]?.seq ?? 0) - 1,
      data: { count: 30 - rest.length },
    });
  });

  it('has a limit in bytes too', async () => {
    const { outbox } = await open(makeFolder(), { maxBytes: 10_000 });
    for (let n = 1; n <= 30; n += 1) outbox.append([message('x'.repeat(900))]);
    await outbox.written();
    expect(Buffer.byteLength(outbox.batch()?.json ?? '')).toBeLessThanOrEqual(10_000);
    expect(events(outbox)[0]?.type).toBe('events.lost');
  });

  it('leaves out an event that the portal would refuse, and logs it', async () => {
    const { outbox, log } = await open(makeFolder());
    outbox.append([message('a'), message('two\nlines'), message('b')]);
    await outbox.written();
    expect(texts(outbox)).toEqual(['a', 'b']);
    expect(log.sentences.join()).toContain('chat.line text');
  });

  it('does not repeat a picture of the present that still waits', async () => {
    const { outbox } = await open(makeFolder());
    outbox.appendUnlessWaiting(online('76561197991984752'));
    outbox.append([message('a')]);
    outbox.appendUnlessWaiting(online('76561197991984752'));
    outbox.appendUnlessWaiting(online('76561197991984753'));
    expect(outbox.waitingCount).toBe(3);
  });

  it('compares pictures of the same thing only', async () => {
    const { outbox } = await open(makeFolder());
    for (const draft of [state('bans', 0), state('whitelist', 0), state('bans', 0), state('whitelist', 0)]) {
      outbox.appendUnlessWaiting(draft, 'list');
    }
    expect(outbox.waitingCount).toBe(2);
    outbox.appendUnlessWaiting(state('bans', 1), 'list');
    expect(outbox.waitingCount).toBe(3);
  });
});

function state(list: 'bans' | 'whitelist', count: number): Draft {
  return { type: 'lists.state', data: { list, digest: null, count } };
}

describe('after a hello', () => {
  it('forgets what the portal has and sends the rest', async () => {
    const { outbox } = await open(makeFolder());
    outbox.append(['a', 'b', 'c'].map(message));
    await outbox.written();
    expect(outbox.resume(2)).toBe(true);
    expect(texts(outbox)).toEqual(['c']);
  });

  it('goes on where the portal knows less than was acknowledged', async () => {
    const { outbox } = await open(makeFolder());
    outbox.append(['a', 'b', 'c'].map(message));
    await outbox.written();
    outbox.acknowledge(2);
    expect(outbox.resume(0)).toBe(true);
    expect(events(outbox).map(({ seq }) => seq)).toEqual([3]);
  });

  it('takes new numbers where the portal knows more than the journal, and retains what is new', async () => {
    const folder = makeFolder();
    const first = await open(folder);
    first.outbox.append(['old1', 'old2'].map(message));
    await first.outbox.close();

    const { outbox } = await open(folder);
    outbox.append([message('new')], { bookmark: 'here' });
    await outbox.written();
    expect(outbox.resume(50)).toBe(false);
    expect(outbox.stream).not.toBe(first.outbox.stream);
    await vi.waitFor(() => expect(texts(outbox)).toEqual(['new']));
    expect(events(outbox)[0]?.seq).toBe(1);
    await outbox.close();
    const third = await open(folder);
    expect([third.outbox.stream, third.outbox.bookmark]).toEqual([outbox.stream, 'here']);
  });
});

it('takes new numbers several times in a row and still has everything', async () => {
  const { outbox } = await open(makeFolder());
  outbox.append([message('a')]);
  for (let round = 0; round < 20; round += 1) {
    outbox.append([message(`b${round}`)]);
    expect(outbox.resume(1_000)).toBe(false);
    if (round % 3 === 0) await outbox.written();
  }
  await outbox.written();
  expect(texts(outbox)).toEqual(['a', ...Array.from({ length: 20 }, (_none, round) => `b${round}`)]);
  expect(events(outbox).map(({ seq }) => seq)).toEqual(range(1, 21));
});

it('waits for a disk that is full and loses nothing', async () => {
  const folder = makeFolder();
  const { outbox, log } = await open(folder);
  const { FileHandle } = await fileHandleClass();
  const write = vi.spyOn(FileHandle, 'write').mockRejectedValueOnce(new Error('ENOSPC: no space left on device'));
  outbox.append([message('a')]);
  await vi.waitFor(() => expect(log.sentences.join()).toContain('ENOSPC'));
  expect(outbox.batch()).toBeUndefined();
  outbox.append([message('b')]);
  await vi.waitFor(() => expect(texts(outbox)).toEqual(['a', 'b']));
  write.mockRestore();
});

async function fileHandleClass() {
  const handle = await fs.promises.open('/dev/null', 'r');
  await handle.close();
  return { FileHandle: Object.getPrototypeOf(handle) as { write: () => Promise<unknown> } };
}
