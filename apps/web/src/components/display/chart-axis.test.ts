import { describe, expect, it } from 'vitest';
import { countLabels, timeLabels } from './chart-axis.ts';

describe('labels of counts', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [40, [0, 10, 20, 30, 40]],
    [70, [0, 20, 40, 60, 80]],
    [250, [0, 100, 200, 300]],
  ])('up to %i are whole and few', (most, labels) => expect(countLabels(most)).toEqual(labels));
});

describe('labels of times', () => {
  const to = new Date(2026, 0, 20, 13, 37).getTime();
  const hours = (count: number) => timeLabels(to - count * 3_600_000, to);

  it.each([
    [1, 4],
    [24, 4],
    [7 * 24, 7],
  ])('of %i hours are %i', (span, count) => expect(hours(span)).toHaveLength(count));

  it('are at round times of the reader, within the chart', () => {
    expect(hours(1).map(({ at }) => new Date(at).getMinutes())).toEqual([45, 0, 15, 30]);
    expect(hours(24).map(({ at }) => new Date(at).getHours())).toEqual([18, 0, 6, 12]);
    for (const { at } of hours(30 * 24)) expect(new Date(at).getHours()).toBe(0);
    expect(Math.min(...hours(30 * 24).map(({ at }) => at))).toBeGreaterThanOrEqual(to - 30 * 24 * 3_600_000);
  });
});
