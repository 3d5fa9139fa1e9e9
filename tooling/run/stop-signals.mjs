/** npm passes Ctrl-C on although the terminal already sent it to all: within this time it is the same one. */
const sameSignalMs = 1_000;

/**
 * The first signal asks to stop, a second one insists.
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
