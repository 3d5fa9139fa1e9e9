import { expect, it } from 'vitest';
import { createPercentage } from './download-progress.ts';

const loading = (got: number, total: number) => ({ status: 'downloading', downloaded_bytes: got, total_bytes: total });
const finished = { status: 'finished', downloaded_bytes: 100, total_bytes: 100 };

it('goes from 0 to 95 for one file, and never back', () => {
  const percentage = createPercentage();
  expect(percentage.add(loading(50, 100))).toBe(47.5);
  // Of pieces, the whole is a guess that changes.
  expect(percentage.add({ status: 'downloading', downloaded_bytes: 60, total_bytes_estimate: 600 })).toBe(47.5);
  expect(percentage.isDownloaded()).toBe(false);
  expect(percentage.add(finished)).toBe(95);
  expect(percentage.isDownloaded()).toBe(true);
});

it('makes one way of the two that picture and sound have', () => {
  const percentage = createPercentage();
  percentage.expect(2);
  const percents = [loading(0, 10), loading(10, 10), finished, loading(0, 10), loading(5, 10), finished].map(
    percentage.add,
  );
  expect(percents).toEqual([0, 80, 80, 80, 87.5, 95]);
});

it('counts pieces where there are any, and does not guess where nothing is known', () => {
  const percentage = createPercentage();
  expect(percentage.add({ status: 'downloading', downloaded_bytes: 5 })).toBeNull();
  expect(
    percentage.add({
      status: 'downloading',
      fragment_index: 2,
      fragment_count: 4,
      total_bytes_estimate: 1,
      downloaded_bytes: 9,
    }),
  ).toBe(47.5);
  expect(percentage.add({ status: 'downloading', downloaded_bytes: 5, total_bytes: 0 })).toBe(47.5);
});
