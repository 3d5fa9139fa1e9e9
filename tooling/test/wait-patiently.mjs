import { expect, vi } from 'vitest';
import { createPace } from './pace.mjs';

// A set-up file. A busy machine can take seconds for a step: a limit is for what hangs, not for what is slow.
const defaults = { timeout: 60_000, interval: 20 };
const isPatient = Symbol.for('tribehall.isPatient');
// Not those of a test with a clock of its own.
const { setTimeout } = globalThis;
const now = performance.now.bind(performance);

// The files of a worker share its modules.
if (!(isPatient in vi)) {
  const { waitFor, waitUntil } = vi;
  Object.assign(vi, {
    [isPatient]: true,
    /** @type {typeof vi.waitFor} */
    waitFor: (callback, options) => waitFor(paced(callback), { ...defaults, .../** @type {object} */ (options) }),
    /** @type {typeof vi.waitUntil} */
    waitUntil: (callback, options) => {
      const pace = createPace(now);
      const look = () => (vi.isFakeTimers() || pace.isDue() ? callback() : /** @type {any} */ (false));
      return waitUntil(look, { ...defaults, .../** @type {object} */ (options) });
    },
  });
}

if (!(isPatient in expect)) {
  const { poll } = expect;
  Object.assign(expect, {
    [isPatient]: true,
    /** @type {typeof expect.poll} */
    poll: (read, options) => {
      const pace = createPace(now);
      return poll(async (given) => {
        if (!vi.isFakeTimers() && !pace.isDue()) {
          await new Promise((resolve) => void setTimeout(resolve, pace.remainingMs()));
          pace.isDue();
        }
        return read(given);
      }, options);
    },
  });
}

/** @template T @param {() => T | Promise<T>} callback @returns {() => T | Promise<T>} */
function paced(callback) {
  const pace = createPace(now);
  /** @type {unknown} */
  let last;
  /** @param {unknown} error @returns {never} */
  const fail = (error) => {
    last = error;
    throw error;
  };
  return () => {
    if (!vi.isFakeTimers() && !pace.isDue()) throw last;
    try {
      const result = callback();
      return result instanceof Promise ? result.catch(fail) : result;
    } catch (error) {
      return fail(error);
    }
  };
}
