import { Readable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { createOutputThrottle } from './terminal.state.ts';
import { pumpOutput } from './output-pump.ts';

const chunk = Buffer.alloc(64 * 1024, 'x');

/** A program that writes without end, and counts what was taken. */
function endless() {
  let taken = 0;
  const output = new Readable({
    highWaterMark: chunk.length,
    read() {
      taken += 1;
      this.push(chunk);
    },
  });
  return { output, taken: () => taken };
}

it('takes nothing from a program while its reader is busy', async () => {
  const { output, taken } = endless();
  const written: string[] = [];
  const waits: (() => void)[] = [];
  const reader = {
    write: (text: string) => void written.push(text),
    ready: () => new Promise<void>((resolve) => void waits.push(resolve)),
  };
  const options = { maxBytes: Infinity, throttle: () => Promise.resolve(), onTooMuch: () => {} };
  const pumped = pumpOutput(output, reader, options);
  for (let turn = 1; turn <= 5; turn += 1) {
    await vi.waitUntil(() => waits.length === turn);
    const before = taken();
    for (let i = 0; i < 10; i += 1) await new Promise(setImmediate);
    expect(taken()).toBe(before);
    waits.at(-1)?.();
  }
  output.destroy();
  waits.at(-1)?.();
  const bytes = await pumped;
  expect(written.join('')).toHaveLength(bytes);
  expect(Math.max(...written.map((piece) => piece.length))).toBeLessThanOrEqual(64 * 1024);
});

it('cuts no letter in two, neither between chunks nor between pieces', async () => {
  const text = 'x' + '\u{1f600}'.repeat(40_000);
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / 777) }, (_, i) =>
    bytes.subarray(i * 777, (i + 1) * 777),
  );
  const written: string[] = [];
  const reader = { write: (piece: string) => void written.push(piece), ready: () => Promise.resolve() };
  const options = { maxBytes: Infinity, throttle: () => Promise.resolve(), onTooMuch: () => {} };
  expect(await pumpOutput(Readable.from([...chunks, bytes]), reader, options)).toBe(2 * bytes.length);
  expect(written.join('')).toBe(text + text);
  expect(written.filter((piece) => /\p{Cs}/u.test(piece))).toEqual([]);
});

it('is cut where it may not write more, and reports it', async () => {
  const onTooMuch = vi.fn<() => void>();
  const written: string[] = [];
  const reader = { write: (text: string) => void written.push(text), ready: () => Promise.resolve() };
  const { output } = endless();
  const bytes = await pumpOutput(output, reader, { maxBytes: 100_000, throttle: createOutputThrottle(), onTooMuch });
  expect([bytes, written.join('').length, onTooMuch.mock.calls.length]).toEqual([100_000, 100_000, 1]);
  expect(output.destroyed).toBe(true);
});
