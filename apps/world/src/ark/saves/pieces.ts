import { setImmediate } from 'node:timers/promises';

/** About as many as a save processes before it yields to the rest of the process. */
const perPiece = 150;

/** Does something with each, a few at a time. */
export async function inPieces<T>(items: Iterable<T>, act: (item: T) => void): Promise<void> {
  let done = 0;
  for (const item of items) {
    act(item);
    done += 1;
    if (done % perPiece === 0) await setImmediate();
  }
}
