import type { Logger } from 'pino';

const answerWithinMs = 2000;
const logEveryMs = 60 * 60 * 1000;

/**
 * A figure that may fail or hang and takes nothing else with it: then it is `fallback`, or what it was before.
 * What has not answered yet is not asked again.
 */
export function createFigure<T>(
  log: Logger,
  { name, fallback, read }: { name: string; fallback: T; read: () => T | Promise<T> },
): () => Promise<T> {
  let last = fallback;
  let running: Promise<void> | undefined;
  let loggedAt = Number.NEGATIVE_INFINITY;
  const warn = (err: unknown) => {
    if (performance.now() - loggedAt < logEveryMs) return;
    loggedAt = performance.now();
    log.warn({ err, figure: name }, 'A figure of the host could not be read');
  };
  const run = async () => {
    try {
      last = await read();
    } catch (err) {
      last = fallback;
      warn(err);
    }
  };
  return async () => {
    running ??= run().finally(() => (running = undefined));
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, answerWithinMs, 'late')));
    if ((await Promise.race([running, tooLate])) === 'late') warn(new Error(`No answer in ${answerWithinMs} ms`));
    clearTimeout(timer);
    return last;
  };
}
