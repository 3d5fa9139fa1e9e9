import type { Logger } from 'pino';

const libraries = /[\\/]node_modules[\\/](discord\.js|@discordjs|@snazzah)[\\/]/;

/**
 * The Discord libraries lose some of their failures: in promises that nobody waits for, and in listeners that nobody
 * called. Those must not take everything else down. Whatever else nobody caught is for `end`: the process is in a
 * state that nobody has thought of.
 */
export function outliveLibraries(log: Logger, end: (error: unknown) => void): void {
  process.on('unhandledRejection', (err) => log.error({ err }, 'Something failed where nobody waited for it'));
  process.on('uncaughtException', (err) => {
    if (!isOfLibrary(err)) return end(err);
    log.error({ err }, 'A Discord library failed where nobody could catch it');
  });
}

function isOfLibrary({ stack }: Error): boolean {
  return libraries.test(stack ?? '');
}
