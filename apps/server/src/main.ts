import { existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { surviveLibraryErrors } from './bot/library-errors.ts';
import { hideSecrets, readConfig, refuseIncompleteBot, SettingError, type Config } from './config.ts';
import { EngineError } from './db/engine/engine-error.ts';
import { signalOrphanedServer } from './db/engine/orphaned-server.ts';
import { isDriveFull } from './db/drive-faults.ts';
import { printError, print } from './platform/console.ts';
import { prepareDataFolder } from './platform/data-folder.ts';
import { acquireLock, isLock, type Lock } from './platform/lock.ts';

/** After the waits for requests and then for commands that are running. */
const stopMs = 20_000;
let requestsMs = 0;
const megabyte = 1024 * 1024;
/** Megabytes that a start needs: the first one for PostgreSQL and its files, later ones for the write-ahead log. */
const neededSpace = { first: 160, later: 32, otherDatabase: 1 };

// Files of the portal are readable by its own user only.
process.umask(0o077);

const fail = (sentence: string): never => {
  printError(sentence);
  process.exit(1);
};

// Before anything is opened: a signal during the start closes what is open, in order.
const stopping = stopOnSignals();

try {
  await run();
  process.exit(0);
} catch (error) {
  if (stopping.aborted && error === stopping.reason) process.exit(0);
  fail(inWords(error));
}

/** Starts, serves until it is asked to stop, and stops. */
async function run(): Promise<void> {
  const config = readConfig();
  hideSecrets();
  for (const warning of config.warnings) printError(warning);
  refuseIncompleteBot(config);
  requestsMs = config.STOP_WAIT_SECONDS * 1000;
  const lock = await lockFolder(config);
  const hasOwnDatabase = config.DATABASE_URL === undefined;
  const noSpace = reasonForNoSpace(config.DATA_DIR, hasOwnDatabase);
  if (noSpace) fail(noSpace);
  if (hasOwnDatabase) await signalOrphanedServer(config.DATA_DIR);
  stopping.throwIfAborted();
  // Loaded while that server stops.
  const { runPortal } = await import('./run-portal.ts');
  await runPortal(config, {
    print,
    signal: stopping,
    lock,
    onStart: (log) => surviveLibraryErrors(log, (error) => fail(inWords(error))),
    onStop: endInTime,
  });
}

async function lockFolder(config: Config): Promise<Lock> {
  const fault = prepareDataFolder(config.DATA_DIR);
  if (fault) fail(fault);
  const lock = await acquireLock(config.DATA_DIR);
  if (isLock(lock)) return lock;
  return fail(
    `Tribehall is already running on ${config.DATA_DIR} (process ${lock.pid}${lock.url ? `, ${lock.url}` : ''}).`,
  );
}

/** Returns why the free space is not enough for a start, as a message; undefined if it is. */
function reasonForNoSpace(dataDir: string, hasOwnDatabase: boolean): string | undefined {
  const isFirst = !existsSync(join(dataDir, 'database.json'));
  const needMb = hasOwnDatabase ? (isFirst ? neededSpace.first : neededSpace.later) : neededSpace.otherDatabase;
  const { bavail, bsize } = statfsSync(dataDir);
  const freeMb = (bavail * bsize) / megabyte;
  if (freeMb >= needMb) return undefined;
  return (
    `There is too little space on the drive of ${dataDir}: ${freeMb.toFixed(1)} MB are free and ` +
    `${isFirst && hasOwnDatabase ? 'the first start' : 'a start'} needs ${needMb} MB. ` +
    'Free some space there, or set DATA_DIR to a folder on another drive.'
  );
}

function stopOnSignals(): AbortSignal {
  const controller = new AbortController();
  const stop = () => {
    controller.abort();
    endInTime();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // The IPC channel to the launcher: when that process dies, for whatever reason, this one stops, too.
  process.on('disconnect', stop);
  return controller.signal;
}

function endInTime(): void {
  setTimeout(() => process.exit(1), 2 * requestsMs + stopMs).unref();
}

function inWords(error: unknown): string {
  if (error instanceof SettingError || error instanceof EngineError) return error.message;
  const { code, port, address, path } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (isDriveFull(error))
    return `The drive of ${path ?? 'DATA_DIR'} is full. Free some space, or set DATA_DIR to a folder on another drive.`;
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${address} is in use by another program. Set PORT to choose another one.`;
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} can't be used by this user. Set PORT to choose another one.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
