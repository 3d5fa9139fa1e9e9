import { expect, it } from 'vitest';
import { goals, missedGoals } from './release-goals.mjs';

it('names what is over a goal, and only that', () => {
  expect(missedGoals(goals)).toEqual([]);
  expect(missedGoals({ ...goals, milliseconds: 5001 })).toEqual([
    'the first start of a release took 5001 ms, more than 5000',
  ]);
  expect(missedGoals({ ...goals, megabytes: 251 })).toEqual(['the unpacked release takes 251 MB, more than 250']);
});
