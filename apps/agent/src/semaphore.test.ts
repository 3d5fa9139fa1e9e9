import { expect, it } from 'vitest';
import { createGate } from './semaphore.ts';

it('lets so many in, and one more for each that leaves, in order', async () => {
  const gate = createGate(2);
  const { signal } = new AbortController();
  const inside: string[] = [];
  const enter = async (name: string) => {
    const leave = await gate.enter(signal);
    inside.push(name);
    return leave;
  };
  const [leaveA] = await Promise.all([enter('a'), enter('b')]);
  const c = enter('c');
  const d = enter('d');
  await new Promise((resolve) => setImmediate(resolve));
  expect(inside).toEqual(['a', 'b']);
  leaveA();
  leaveA();
  (await c)();
  await d;
  expect(inside).toEqual(['a', 'b', 'c', 'd']);
});

it('forgets who no longer waits', async () => {
  const gate = createGate(1);
  const leave = await gate.enter(new AbortController().signal);
  const stopped = new AbortController();
  const gone = gate.enter(stopped.signal);
  stopped.abort();
  await expect(gone).rejects.toThrow('Called off');
  leave();
  await gate.enter(new AbortController().signal);
});
