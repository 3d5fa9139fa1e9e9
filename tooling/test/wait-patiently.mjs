import { vi } from 'vitest';

// A set-up file. A busy machine can take seconds for a step: a limit is for what hangs, not for what is slow.
const defaults = { timeout: 60_000, interval: 20 };
const isPatient = Symbol.for('tribehall.isPatient');

// The files of a worker share its modules.
if (!(isPatient in vi)) {
  const { waitFor, waitUntil } = vi;
  Object.assign(vi, {
    [isPatient]: true,
    /** @type {typeof vi.waitFor} */
    waitFor: (callback, options) => waitFor(callback, { ...defaults, .../** @type {object} */ (options) }),
    /** @type {typeof vi.waitUntil} */
    waitUntil: (callback, options) => waitUntil(callback, { ...defaults, .../** @type {object} */ (options) }),
  });
}
