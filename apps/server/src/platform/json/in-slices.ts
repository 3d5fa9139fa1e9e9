import { setImmediate as nextTurn } from 'node:timers/promises';

const sliceMs = 5;

/** Does some work again and again until it returns that it is done; lets others have their turn meanwhile. */
export async function inSlices(work: () => boolean): Promise<void> {
  for (let started = performance.now(); !work();) {
    if (performance.now() - started < sliceMs) continue;
    await nextTurn();
    started = performance.now();
  }
}
