import { describe, expect, it } from 'vitest';
import { describeStep, runsOf, stepsBetween, summarizeSteps } from './player-count-steps.ts';

const at = (hour: number) => `2026-01-02T${String(hour).padStart(2, '0')}:00:00Z`;
const between = (points: { at: string; count: number | null }[]) =>
  stepsBetween(points, Date.parse(at(0)), Date.parse(at(10)));

describe('stepsBetween', () => {
  it('extends a count to the next point, and is unknown before the first', () => {
    const steps = between([
      { at: at(2), count: 3 },
      { at: at(6), count: null },
    ]);
    expect(steps.map(({ count }) => count)).toEqual([null, 3, null]);
    expect(steps.map(({ from, to }) => (to - from) / 3_600_000)).toEqual([2, 4, 4]);
  });

  it('sorts points and cuts off what lies outside', () => {
    const steps = between([
      { at: at(5), count: 2 },
      { at: '2026-01-01T00:00:00Z', count: 1 },
      { at: '2026-01-03T00:00:00Z', count: 9 },
    ]);
    expect(steps.map(({ count }) => count)).toEqual([1, 2]);
  });
});

describe('runsOf', () => {
  it('joins consecutive steps to one run, and skips unknown counts', () => {
    const steps = between([
      { at: at(1), count: 3 },
      { at: at(2), count: 5 },
      { at: at(4), count: null },
      { at: at(6), count: 1 },
    ]);
    const runs = runsOf(steps).map((run) => run.map(({ value }) => value));
    expect(runs).toEqual([
      [3, 3, 5, 5],
      [1, 1],
    ]);
  });
});

describe('describeStep', () => {
  it('says the time and how many there were then', () => {
    const steps = between([
      { at: at(1), count: 3 },
      { at: at(2), count: 1 },
      { at: at(4), count: null },
    ]);
    const textAt = (hour: number) => describeStep(steps, Date.parse(at(hour)) + 60_000);
    expect(textAt(1)).toMatch(/\d:01.*: 3 players$/);
    expect([0, 2, 5].map((hour) => textAt(hour).split(': ').at(-1))).toEqual(['unknown', '1 player', 'unknown']);
    expect(describeStep([], 0)).toMatch(/: unknown$/);
  });
});

describe('summarizeSteps', () => {
  it('summarizes minimum, maximum and the average over time', () => {
    const points = [
      { at: at(0), count: 0 },
      { at: at(5), count: 7 },
    ];
    expect(summarizeSteps(between(points))).toBe('Between 0 and 7 players, 3.5 on average.');
  });

  it.each([
    [1, '1 player all the time.'],
    [4, '4 players all the time.'],
  ])('does not speak of a range where there is none', (count, text) => {
    expect(summarizeSteps(between([{ at: at(0), count }]))).toBe(text);
  });

  it('rounds the unknown time down: never more than the range has', () => {
    const from = Date.parse(at(0));
    const summary = (minutes: number) =>
      summarizeSteps(
        stepsBetween([{ at: new Date(from + minutes * 60_000).toISOString(), count: 1 }], from, from + 9e8),
      );
    expect(summary(59.9)).toContain('Unknown for 59 min.');
    expect(summary(179)).toContain('Unknown for 2 hours.');
    expect(summary(3.9 * 24 * 60)).toContain('Unknown for 3 days.');
  });

  it('says for how long the count is unknown', () => {
    expect(summarizeSteps(between([{ at: at(3), count: 4 }]))).toBe(
      '4 players as far as is known. Unknown for 3 hours.',
    );
    expect(summarizeSteps(between([]))).toBe('The number of players is unknown for this period.');
    expect(summarizeSteps(between([{ at: at(0), count: null }]))).toBe(
      'The number of players is unknown for this period.',
    );
  });
});
