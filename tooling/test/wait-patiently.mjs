import { setTimeout as pause } from 'node:timers/promises';
import { vi } from 'vitest';

// A set-up file. A busy machine can take seconds for a step: a limit is for what hangs, not for what is slow.
const defaults = { timeout: 60_000, interval: 20 };
/** Looking costs as much as a test in between: often at first, less often where it takes long. */
const pauses = { shortestMs: 10, longestMs: 60, ofElapsed: 0.1 };
const isPatient = Symbol.for('tribehall.isPatient');

/** @typedef {(callback: () => unknown, options?: number | { timeout?: number }) => Promise<unknown>} Wait */

// The files of a worker share its modules.
if (!(isPatient in vi)) {
  const { waitFor, waitUntil } = vi;
  Object.assign(vi, {
    [isPatient]: true,
    /** Until the callback throws no more. @type {Wait} */
    waitFor: (callback, options) => {
      if (vi.isFakeTimers()) return waitFor(callback, { ...defaults, .../** @type {object} */ (options) });
      const attempt = async () => {
        try {
          return { value: await callback() };
        } catch (error) {
          return { error };
        }
      };
      return repeat(attempt, options, new Error('Timed out in waitFor'));
    },
    /** Until the callback returns something. @type {Wait} */
    waitUntil: (callback, options) => {
      if (vi.isFakeTimers()) return waitUntil(callback, { ...defaults, .../** @type {object} */ (options) });
      const timedOut = new Error('Timed out in waitUntil');
      const attempt = async () => {
        const value = await callback();
        return value ? { value } : { error: timedOut };
      };
      return repeat(attempt, options, timedOut);
    },
  });
}

/**
 * @param {() => Promise<{ value: unknown } | { error: unknown }>} attempt
 * @param {number | { timeout?: number } | undefined} options
 * @param {Error} timedOut its stack leads to the test
 */
async function repeat(attempt, options, timedOut) {
  const timeout = typeof options === 'number' ? options : (options?.timeout ?? defaults.timeout);
  const start = performance.now();
  const ended = new AbortController();
  const nothing = { error: undefined };
  const deadline = pause(timeout, nothing, { signal: ended.signal }).catch(() => nothing);
  /** @type {unknown} */
  let lastError = timedOut;
  try {
    for (;;) {
      // An attempt may hang.
      const result = await Promise.race([attempt(), deadline]);
      if ('value' in result) return result.value;
      lastError = result.error ?? lastError;
      const elapsed = performance.now() - start;
      if (elapsed >= timeout) throw lastError;
      await pause(Math.min(Math.max(elapsed * pauses.ofElapsed, pauses.shortestMs), pauses.longestMs));
    }
  } finally {
    ended.abort();
  }
}
