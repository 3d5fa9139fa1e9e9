import { Stop } from '../stop.mjs';

/** npm forwards Ctrl-C although the terminal already sent it to the whole group: within this time it is the same one. */
const sameSignalMs = 1_000;

/**
 * The first signal asks to stop, a second one kills.
 * @param {{ stop: () => void, kill: () => void }} handlers
 * @returns {() => void} no longer listens
 */
export function onStopSignal({ stop, kill }) {
  let stoppedAt = 0;
  const handle = () => {
    if (stoppedAt === 0) {
      stoppedAt = Date.now();
      stop();
    } else if (Date.now() - stoppedAt > sameSignalMs) kill();
  };
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, handle);
  return () => signals.forEach((signal) => process.off(signal, handle));
}

/**
 * Runs work that cleans up after itself even when a signal stops it: the signal aborts what the work waits for.
 * @template T @param {(signal: AbortSignal) => Promise<T>} work @returns {Promise<T>}
 */
export async function withStopSignal(work) {
  const stopping = new AbortController();
  const stopped = new Stop('Stopped.', 130);
  const forget = onStopSignal({ stop: () => stopping.abort(stopped), kill: () => process.exit(130) });
  try {
    return await work(stopping.signal);
  } catch (error) {
    throw stopping.signal.aborted ? stopped : error;
  } finally {
    forget();
  }
}
