/** npm passes Ctrl-C on although the terminal already sent it to all: within this time it is the same one. */
const sameSignalMs = 1_000;

/**
 * The first signal asks to stop, a second one insists.
 * @param {{ stop: () => void, kill: () => void }} handlers
 */
export function onStopSignal({ stop, kill }) {
  let stoppedAt = 0;
  const handle = () => {
    if (stoppedAt === 0) {
      stoppedAt = Date.now();
      stop();
    } else if (Date.now() - stoppedAt > sameSignalMs) kill();
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, handle);
}
