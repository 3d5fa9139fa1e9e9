import { agentLimits, logs } from '@tribehall/contract/agent/agent.contract';
import { createRedactor } from '@tribehall/common/redactor';
import { linesWithCanary } from '@tribehall/common/redactor.fixture';
import { expect, it } from 'vitest';
import { createLogRing } from './log-ring.ts';

const at = new Date('2026-07-25T10:11:12.345Z');
const line = (text: string) => ({ at, key: 'game', level: 'info', text }) as const;

function takeAll(ring: ReturnType<typeof createLogRing>) {
  const batches = [];
  for (let batch = ring.take(); batch; batch = ring.take()) {
    expect(Buffer.byteLength(batch.json)).toBeLessThan(agentLimits.maxFrameBytes * 0.75);
    batches.push(logs.params.parse(JSON.parse(batch.json)));
  }
  return batches;
}

it('hands out lines in the order they came, in messages that the portal takes', () => {
  const ring = createLogRing(createRedactor());
  for (let n = 0; n < 2_500; n += 1) ring.add(line(`line ${n}`));
  const batches = takeAll(ring);
  expect(batches.map(({ lines }) => lines.length)).toEqual([1_000, 1_000, 500]);
  expect(batches.flatMap(({ lines }) => lines.map(({ text }) => text))).toEqual(
    Array.from({ length: 2_500 }, (_none, n) => `line ${n}`),
  );
  expect(batches[0]?.lines[0]).toEqual(line('line 0'));
});

it('limits the length of messages where lines are long, whatever they are made of', () => {
  const ring = createLogRing(createRedactor());
  for (let n = 0; n < 100; n += 1) ring.add(line('\u{1f996}"\\'.repeat(5_000)));
  expect(takeAll(ring).flatMap(({ lines }) => lines)).toHaveLength(100);
});

it('lets go of the oldest when there are too many, and counts them', () => {
  const ring = createLogRing(createRedactor(), { lines: 10, bytes: 1_000_000 });
  for (let n = 0; n < 25; n += 1) ring.add(line(`${n}`));
  const [batch] = takeAll(ring);
  expect(batch?.skipped).toBe(15);
  expect(batch?.lines.map(({ text }) => text)).toEqual(['15', '16', '17', '18', '19', '20', '21', '22', '23', '24']);
  const small = createLogRing(createRedactor(), { lines: 1_000, bytes: 5_000 });
  for (let n = 0; n < 100; n += 1) small.add(line('x'.repeat(400)));
  expect(takeAll(small)[0]).toMatchObject({ skipped: 90 });
});

it('makes one harmless line of everything', () => {
  const ring = createLogRing(createRedactor());
  ring.add(line('a\n[ERROR] x\u001b[2J\u202e\ud800'));
  ring.add(line('\u0000 \n'));
  expect(takeAll(ring)[0]?.lines.map(({ text }) => text)).toEqual(['a [ERROR] x']);
});

it('hides everything that looks like a secret', () => {
  const ring = createLogRing(createRedactor());
  for (const text of linesWithCanary) ring.add(line(text));
  const texts = takeAll(ring).flatMap(({ lines }) => lines.map(({ text }) => text));
  expect(texts).toHaveLength(linesWithCanary.length);
  expect(texts.filter((text) => text.includes('canary-1') || !text.includes('[hidden]'))).toEqual([]);
});
