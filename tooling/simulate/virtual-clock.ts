import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';

type Timer = { dueMs: number; order: number; everyMs: number | undefined; run: () => void };

export type VirtualClock = {
  /** Virtual milliseconds since the start. */
  nowMs: () => number;
  /** When the next timer is due; undefined if none is set. */
  nextMs: () => number | undefined;
  /** Sets the time and runs every timer that is due, in order. */
  moveTo: (ms: number) => void;
  uninstall: () => void;
};

/**
 * Replaces `Date`, `performance.now` and the timers of this process, so that time passes only when `moveTo` says so.
 * Immediates, sockets and files stay real, and so do the timeouts inside Node's own modules.
 */
export function installVirtualClock(): VirtualClock {
  const pending = new Map<object, Timer>();
  const startedAt = Date.now();
  const startedNow = performance.now();
  let elapsedMs = 0;
  let order = 0;

  const set = (run: () => void, ms: number, everyMs?: number) => {
    const add = () => {
      order += 1;
      pending.set(handle, { dueMs: elapsedMs + Math.max(1, ms || 0), order, everyMs, run });
      return handle;
    };
    const handle = {
      ref: () => handle,
      unref: () => handle,
      hasRef: () => true,
      refresh: add,
      close: () => pending.delete(handle),
      [Symbol.dispose]: () => void pending.delete(handle),
    };
    return add();
  };
  const setTimer = (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => set(() => run(...given), ms);
  const setRepeated = (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
    set(() => run(...given), ms, Math.max(1, ms));
  const real = {
    setTimeout: globalThis.setTimeout,
    setInterval: globalThis.setInterval,
    clearTimeout: globalThis.clearTimeout,
    clearInterval: globalThis.clearInterval,
    Date: globalThis.Date,
    wait: timersPromises.setTimeout,
    now: performance.now.bind(performance),
  };
  const clear = (handle: unknown) => {
    const isVirtual = typeof handle === 'object' && handle !== null && pending.delete(handle);
    // Timers from before the clock was replaced.
    if (!isVirtual) real.clearTimeout(handle as NodeJS.Timeout);
  };
  const wait = (ms = 0, value?: unknown, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise((resolve, reject) => {
      const abort = () => {
        clear(handle);
        reject(
          Object.assign(new Error('The operation was aborted', { cause: signal?.reason }), { name: 'AbortError' }),
        );
      };
      const handle = set(() => {
        signal?.removeEventListener('abort', abort);
        resolve(value);
      }, ms);
      if (signal?.aborted) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    });
  class VirtualDate extends real.Date {
    constructor(...given: []) {
      if (given.length === 0) super(VirtualDate.now());
      else super(...given);
    }

    static override now(): number {
      return Math.floor(startedAt + elapsedMs);
    }
  }
  const replaced = { setTimeout: setTimer, setInterval: setRepeated, clearTimeout: clear, clearInterval: clear };
  Object.assign(globalThis, replaced, { Date: VirtualDate });
  Object.assign(timers, replaced);
  Object.assign(timersPromises, { setTimeout: wait });
  performance.now = () => startedNow + elapsedMs;
  syncBuiltinESMExports();

  const first = () => {
    let found: [object, Timer] | undefined;
    for (const entry of pending) {
      const [, { dueMs, order: setAt }] = entry;
      if (!found || dueMs < found[1].dueMs || (dueMs === found[1].dueMs && setAt < found[1].order)) found = entry;
    }
    return found;
  };

  return {
    nowMs: () => elapsedMs,
    nextMs: () => first()?.[1].dueMs,
    moveTo: (ms) => {
      elapsedMs = Math.max(elapsedMs, ms);
      for (let next = first(); next && next[1].dueMs <= elapsedMs; next = first()) {
        const [handle, timer] = next;
        if (timer.everyMs === undefined) pending.delete(handle);
        else Object.assign(timer, { dueMs: elapsedMs + timer.everyMs, order: (order += 1) });
        timer.run();
      }
    },
    uninstall: () => {
      const { setTimeout, setInterval, clearTimeout, clearInterval } = real;
      const restored = { setTimeout, setInterval, clearTimeout, clearInterval };
      Object.assign(globalThis, restored, { Date: real.Date });
      Object.assign(timers, restored);
      Object.assign(timersPromises, { setTimeout: real.wait });
      performance.now = real.now;
      syncBuiltinESMExports();
    },
  };
}
