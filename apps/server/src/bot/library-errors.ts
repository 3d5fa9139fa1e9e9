import type { Logger } from 'pino';

const libraries = /[\\/]node_modules[\\/](discord\.js|@discordjs|@snazzah)[\\/]/;

/**
 * The Discord libraries drop some errors: in promises nobody awaits, and in listeners of their own. Those are logged and
 * must not end the process. Any other uncaught exception goes to `exit`: the process is in an unknown state.
 */
export function surviveLibraryErrors(log: Logger, exit: (error: unknown) => void): void {
  process.on('unhandledRejection', (err) => log.error({ err }, 'Unhandled promise rejection'));
  process.on('uncaughtException', (err) => {
    if (!isOfLibrary(err)) return exit(err);
    log.error({ err }, 'Uncaught exception in a Discord library');
  });
}

function isOfLibrary({ stack }: Error): boolean {
  return libraries.test(stack ?? '');
}
