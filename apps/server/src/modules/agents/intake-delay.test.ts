import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { connectTestAgent, type TestAgent } from '../../testing/test-agent.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { addTestServer } from '../../testing/test-game-servers.ts';
import { hostileFrames } from './hostile-frames.fixture.ts';

const app = await createTestApp();
const maxDelayMs = 50;
/** Other threads count, too; what the portal itself does shows in every round. */
const rounds = 6;
const framesPerRound = 4;

/** The longest turn of the event loop in CPU time: a busy machine makes turns last longer, not cost more. */
async function longestDelay(work: () => Promise<unknown>): Promise<number> {
  let [longestMs, isDone] = [0, false];
  const watch = async () => {
    while (!isDone) {
      const [cpu, at] = [process.cpuUsage(), performance.now()];
      await nextTurn();
      const { user, system } = process.cpuUsage(cpu);
      longestMs = Math.max(longestMs, Math.min((user + system) / 1000, performance.now() - at));
    }
  };
  const watching = watch();
  await work().finally(() => (isDone = true));
  await watching;
  return longestMs;
}

/** `prepare` makes the frames: that is not the portal's work. */
async function quietestRound(
  prepare: () => (() => Promise<unknown>) | Promise<() => Promise<unknown>>,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && least > maxDelayMs; round += 1)
    least = Math.min(least, await longestDelay(await prepare()));
  return least;
}

/** Frames as they go over the wire, sent without waiting for any reply; resolves when all have one. */
async function flood({ socket }: TestAgent, frames: string[]): Promise<void> {
  let replies = 0;
  const replied = new Promise<void>((resolve, reject) => {
    socket.on('message', function count() {
      replies += 1;
      if (replies < frames.length) return;
      socket.off('message', count);
      resolve();
    });
    socket.once('close', () => reject(new Error('The connection was closed.')));
  });
  for (const frame of frames) {
    socket.send(frame);
    await nextTurn();
  }
  await replied;
}

const frame = (params: string) => `{"jsonrpc":"2.0","id":1,"method":"logs","params":${params}}`;

let seq = 0;
const framesOf = (name: string): string[] =>
  Array.from({ length: framesPerRound }, () => {
    const { method, params } = hostileFrames[name] ?? { method: '', params: () => ({}) };
    seq += 1_000;
    return JSON.stringify({ jsonrpc: '2.0', id: seq, method, params: params(seq) });
  });

async function connect(): Promise<TestAgent> {
  const { token } = await addTestServer(app);
  const agent = await connectTestAgent(app, { token });
  const head = { base: null, revision: 'revision-1', savedAt: new Date().toISOString(), map: null, format: 'x' };
  await agent.request('save.begin', { ...head, gameTime: 1 });
  return agent;
}

it.each(Object.keys(hostileFrames))('one agent holds up nobody for longer than 50 ms: %s', async (name) => {
  const agent = await connect();
  const prepare = () => {
    const frames = framesOf(name);
    return () => flood(agent, frames);
  };
  expect(await quietestRound(prepare)).toBeLessThan(maxDelayMs);
  await agent.close();
});

it('many agents together hold up nobody for longer than 50 ms', async () => {
  const agents = await Promise.all(Array.from({ length: 8 }, connect));
  const names = ['log lines of what looks like names of secrets', 'many short log lines', 'structures of a save'];
  const prepare = () => {
    const frames = agents.map((_, index) => framesOf(names[index % names.length] ?? '').slice(0, 2));
    return () => Promise.all(agents.map((agent, index) => flood(agent, frames[index] ?? [])));
  };
  expect(await quietestRound(prepare)).toBeLessThan(maxDelayMs);
  await Promise.all(agents.map((agent) => agent.close()));
});

const names = (count: number) => Array.from({ length: count }, (_, index) => `"k${index}":0`).join(',');
const tooLarge = [
  frame(`${'['.repeat(130_000)}${']'.repeat(130_000)}`),
  frame(`[${Array.from({ length: 130_000 }, () => '0').join(',')}]`),
  frame(`{${names(22_000)}}`),
];

/** New agents in each round, since one that sends many of these is disconnected. */
async function refuse(frames: string[]): Promise<() => Promise<void>> {
  const agent = await connect();
  const replies: string[] = [];
  agent.socket.on('message', (data: Buffer) => replies.push(data.toString()));
  return async () => {
    await flood(agent, frames);
    expect(replies.filter((reply) => reply.includes('"error"'))).toHaveLength(frames.length);
    await agent.close();
  };
}

it('messages with too many values, or nested too deep, are refused within 50 ms, counted and logged', async () => {
  expect(await quietestRound(() => refuse(tooLarge))).toBeLessThan(maxDelayMs);
  await expect.poll(() => app.logged.join('')).toMatch(/"faults":3.*Messages from an agent were refused/);
  expect(app.logged.join('')).toContain('A message may be nested at most 16 deep.');
});

it.each([
  ['a text', `"${'x'.repeat(260_000)}"`],
  ['a list', `[${Array.from({ length: 19_000 }, () => '0').join(',')}]`],
  ['names that nobody asked for', `{${names(19_000)}}`],
])('parameters that are %s are refused within 50 ms', async (_, params) => {
  expect(await quietestRound(() => refuse([frame(params), frame(params)]))).toBeLessThan(maxDelayMs);
});
