import { onStopSignal } from '../run/stop-signals.mjs';
import { Stop } from '../stop.mjs';

/**
 * Work that leaves nothing behind, also when a signal ends it: the work ends what it waits for and cleans up.
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
