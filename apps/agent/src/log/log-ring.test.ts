import { agentLimits, logs } from '@tribehall/contract/agent/agent.contract';
import { expect, it } from 'vitest';
import { createRedactor } from './redactor.ts';
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

it('hides passwords, tokens and, for a while, what was said to one person', () => {
  let now = 0;
  const redactor = createRedactor(() => now);
  redactor.add('rcon-canary');
  redactor.add('abc');
  redactor.addTemporary('Your code is 123456');
  const cut = (text: string) => redactor.redact(text);
  expect(cut('login with rcon-canary, abc')).toBe('login with [hidden], abc');
  expect(cut('AdminCmd: ServerChatTo Your code is 123456 (Bob)')).toBe('AdminCmd: ServerChatTo [hidden] (Bob)');
  expect(cut('code 123456!')).toBe('code [hidden]!');
  expect(cut('?listen?ServerAdminPassword=hunter2?Port=7777')).toBe('?listen?ServerAdminPassword=[hidden]?Port=7777');
  expect(cut('SERVERPASSWORD="two words" x')).toBe('SERVERPASSWORD=[hidden] x');
  expect(cut('AdminCmd: EnableCheats hunter2 (Bob)')).toBe('AdminCmd: EnableCheats [hidden] (Bob)');
  expect(cut('th_0123456789012345678901234567890123456789012')).toBe('[hidden]');
  now += 11 * 60_000;
  expect(cut('code 123456!')).toBe('code 123456!');
  expect(cut('rcon-canary')).toBe('[hidden]');
});
