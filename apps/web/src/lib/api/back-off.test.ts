import { describe, expect, it } from 'vitest';
import { ApiError, apiStatus } from './api-error.ts';
import { retryDelayMs, shouldRetry } from './back-off.ts';

const failure = (status: number) => new ApiError({ status, message: 'x' });

describe('shouldRetry', () => {
  it('tries three more times when no reply came', () => {
    for (const status of [apiStatus.offline, apiStatus.network]) {
      expect([0, 1, 2, 3].map((count) => shouldRetry(count, failure(status)))).toEqual([true, true, true, false]);
    }
  });

  it('never tries again after a reply', () => {
    for (const status of [400, 401, 404, 429, 500, 503]) expect(shouldRetry(0, failure(status))).toBe(false);
  });
});

describe('retryDelayMs', () => {
  it('doubles from one second up to thirty', () => {
    expect([0, 1, 2, 3, 4, 5, 20].map(retryDelayMs)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });
});
