import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureCluster } from './cluster.ts';
import { type Connection, connectionTo } from './connection.ts';
import { type DatabaseLocation, openLocation } from './database-location.ts';
import { databaseFolder, readRecord } from './database-record.ts';
import { ensureEngineCopy, removeOtherEngines } from './engine-copy.ts';
import { EngineError } from './engine-error.ts';
import { findEnginePackage } from './engine-package.ts';
import { findEngineProcesses } from './engine-processes.ts';
import { clearServer, stopOrphanedServer } from './orphaned-server.ts';
import { removePartialFolders } from './partial-folder.ts';
import { launchPostmaster, type Postmaster } from './postmaster.ts';
import type { EngineLog } from './postmaster-log.ts';
import { readPostmasterPid } from './postmaster-pid.ts';
import { prepareDatabase } from './readiness.ts';
import { makeSocketFolder, removeSocketFolder } from './socket-folder.ts';
import { supervise } from './supervised-server.ts';

export { EngineError };

export type EngineOptions = {
  dataDir: string;
  print: (line: string) => void;
  log: EngineLog;
  /** Aborts the start at its next step; no process keeps running. */
  signal?: AbortSignal;
};

export type Engine = {
  /** Stays the same when the server exits by itself and is started again. */
  connection: Connection;
  pid: () => number;
  /** Ends the server; safe to call more than once. */
  stop: () => Promise<void>;
};

/** Starts the portal's own PostgreSQL. The caller holds the lock of the data folder. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  try {
    return await start(options);
  } catch (cause) {
    if (cause instanceof EngineError || options.signal?.aborted) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new EngineError(`The database in ${options.dataDir} could not be started: ${reason}`, { cause });
  }
}

async function start({ dataDir, print, log, signal }: EngineOptions): Promise<Engine> {
  const source = await findEnginePackage();
  const location = await openLocation(dataDir, print);
  // Files that can't be removed, such as another user's, do no harm.
  const warn = (error: unknown): void => log.warn({ err: error }, 'Files of an earlier start could not be removed');
  await stopOrphanedServer(location, print);
  await removePartialFolders(location).catch(warn);
  if (!location.record.isCreated) print('Setting up the database. This happens once.');
  signal?.throwIfAborted();
  const engineFolder = await ensureEngineCopy(location, source);
  signal?.throwIfAborted();
  await ensureCluster(location, engineFolder, source.major);
  signal?.throwIfAborted();
  const engine = await runEngine(location, engineFolder, log, signal);
  await removeOtherEngines(location, engineFolder).catch(warn);
  return engine;
}

async function runEngine(
  location: DatabaseLocation,
  engineFolder: string,
  log: EngineLog,
  signal: AbortSignal | undefined,
): Promise<Engine> {
  const socketFolder = await makeSocketFolder(location);
  const connection = connectionTo(socketFolder, location.record.password);
  const launch = async (abort: AbortSignal | undefined): Promise<Postmaster> => {
    const postmaster = await launchPostmaster(location, engineFolder, socketFolder, log);
    try {
      await prepareDatabase(connection, postmaster, abort);
      return postmaster;
    } catch (error) {
      await postmaster.stop();
      throw error;
    }
  };
  const relaunch = async (abort: AbortSignal): Promise<Postmaster> => {
    await clearServer(location, (line) => log.info(line));
    return launch(abort);
  };
  try {
    const server = supervise(await launch(signal), { relaunch, log });
    let stopped: Promise<void> | undefined;
    const stop = (): Promise<void> => (stopped ??= server.stop().then(() => removeSocketFolder(socketFolder)));
    return { connection, pid: server.pid, stop };
  } catch (error) {
    await removeSocketFolder(socketFolder);
    throw error;
  }
}

/** The connection to the engine of a running portal on this data folder, for the operator's command line. */
export async function readConnection(dataDir: string): Promise<Connection | undefined> {
  const record = await readRecord(dataDir);
  const folder = record && (await realpath(databaseFolder(dataDir, record)).catch(() => undefined));
  if (!folder) return undefined;
  const pidFile = await readPostmasterPid(join(folder, 'cluster'));
  if (!pidFile?.isReady) return undefined;
  const running = await findEngineProcesses(folder);
  if (!running.some(({ pid }) => pid === pidFile.pid)) return undefined;
  return connectionTo(pidFile.socketFolder, record.password);
}
