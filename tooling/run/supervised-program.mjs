import os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { exitCodeOf, readyMessage } from './program.mjs';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

const killed = 128 + os.constants.signals.SIGKILL;

/** Of a program that has run this long, an exit is the first failure again. */
const steadyMs = 60_000;
const maxPauseMs = 30_000;
/** A first start may have to make a database. */
const readyMs = 10 * 60_000;

/** A program that is killed so often before it was ever ready will be the next time, too. */
const maxStartsUntilReady = 3;

/**
 * Starts a program, and again whenever it ends by a fault: at once the first time, then after pauses that grow. One that
 * fails before it was ever ready is not started again, since nothing would be different the next time, unless it was
 * killed; neither is one that ends in order.
 * @param {(firstReady: Record<string, any> | undefined) => ChildProcess} start gets the first `ready` message, so that the program comes back where it was
 * @param {{ name: string, signal: AbortSignal, onReady?: (message: Record<string, any>) => void, onRestart?: () => Promise<void>, warn?: (line: string) => void }} options
 * @returns {Promise<number>} its last exit code
 */
export async function supervise(start, { name, signal, onReady, onRestart, warn = console.warn }) {
  /** @type {Record<string, any> | undefined} */
  let firstReady;
  let pauseMs = 0;
  for (let starts = 1; ; starts += 1) {
    const startedAt = performance.now();
    const child = start(firstReady);
    const ended = exitCodeOf(child);
    const message = await readyMessage(child, readyMs);
    if (message && !firstReady) {
      firstReady = message;
      onReady?.(message);
    }
    const exitCode = await ended;
    if (signal.aborted || exitCode === 0) return exitCode;
    if (!firstReady && (exitCode !== killed || starts >= maxStartsUntilReady)) return exitCode;
    if (performance.now() - startedAt > steadyMs) pauseMs = 0;
    warn(`${name} ${describe(exitCode)}. It is started again${pauseMs > 0 ? ` in ${pauseMs / 1000} s` : ''}.`);
    await onRestart?.();
    // Ends early where everything is stopped.
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return exitCode;
    pauseMs = Math.min(Math.max(1_000, pauseMs * 2), maxPauseMs);
  }
}

/** @param {number} exitCode */
function describe(exitCode) {
  return exitCode > 128 ? `was ended by signal ${exitCode - 128}` : `failed with exit code ${exitCode}`;
}
