import { setTimeout as delay } from 'node:timers/promises';
import { Stop } from '../../stop.mjs';

const sayEveryMs = 15_000;

/** @typedef {ReturnType<typeof createSteps>} Steps */

/**
 * Work in steps that say how far they are, and stop when they take too long.
 * @param {AbortSignal} signal @param {{ limitMs: number, settleMs?: number, print?: (line: string) => void }} options
 */
export function createSteps(signal, { limitMs, settleMs = 60_000, print = console.log }) {
  /**
   * @template T @param {string} name @param {(signal: AbortSignal) => Promise<T>} work
   * @param {() => string} [progress] @returns {Promise<T>}
   */
  return async (name, work, progress = () => '') => {
    const startedAt = performance.now();
    const took = () => `${((performance.now() - startedAt) / 1000).toFixed(0)} s`;
    const timer = setInterval(
      () => print(`  ${name}: ${[took(), progress()].filter(Boolean).join(', ')} …`),
      sayEveryMs,
    );
    const limit = AbortSignal.timeout(limitMs);
    const late = new Stop(`"${name}" was not done after ${(limitMs / 60_000).toFixed(0)} minutes.`);
    const isLate = new Promise((_, reject) => limit.addEventListener('abort', () => reject(late), { once: true }));
    const running = work(AbortSignal.any([signal, limit]));
    try {
      const result = await Promise.race([running, /** @type {Promise<never>} */ (isLate)]);
      print(`  ${name}: done after ${took()}`);
      return result;
    } catch (error) {
      // What it has started ends before its folder is removed.
      await Promise.race([running.catch(() => undefined), delay(settleMs, undefined, { ref: false })]);
      throw limit.aborted && !signal.aborted ? late : error;
    } finally {
      clearInterval(timer);
    }
  };
}
