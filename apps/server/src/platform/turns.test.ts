import { expect, it } from 'vitest';
import { createTurns, eachInTurns } from './turns.ts';

const spend = (ms: number) => {
  for (const until = performance.now() + ms; performance.now() < until;);
};

it('gives one turn at a time, in the order of arrival, with a turn of the event loop between', async () => {
  const nextTurn = createTurns();
  const order: string[] = [];
  const caller = async (name: string) => {
    for (let slice = 1; slice <= 3; slice += 1) {
      await nextTurn();
      order.push(`${name}${slice}`);
    }
  };
  let loops = 0;
  const turn = () => {
    loops += 1;
    if (loops < 20) setImmediate(turn);
  };
  setImmediate(turn);
  await Promise.all([caller('a'), caller('b'), caller('c')]);
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3']);
  expect(loops).toBeGreaterThanOrEqual(9);
});

it('lets others run between slices of a long list', async () => {
  const nextTurn = createTurns();
  let meanwhile = 0;
  let isDone = false;
  const other = () => {
    meanwhile += 1;
    if (!isDone) setImmediate(other);
  };
  setImmediate(other);
  const seen: number[] = [];
  await eachInTurns([1, 2, 3, 4, 5, 6], nextTurn, (item) => {
    seen.push(item);
    spend(6);
  });
  isDone = true;
  expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
  expect(meanwhile).toBeGreaterThanOrEqual(5);
});
