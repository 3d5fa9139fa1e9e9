import { realpath, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseLocation } from './database-location.ts';
import { databaseFolder, readRecord } from './database-record.ts';
import { EngineError, isErrno } from './engine-error.ts';
import { type EngineProcessEntry, findEngineProcesses } from './engine-processes.ts';
import { postmasterPidPath, readPostmasterPid } from './postmaster-pid.ts';
import { removeAbandonedSocketFolder } from './socket-folder.ts';

// SIGINT only to the postmaster: for some of its children the signal has another meaning.
const stages = [
  { signal: 'SIGINT', graceMs: 15_000, isFor: (entry: EngineProcessEntry) => entry.isLaunched },
  { signal: 'SIGQUIT', graceMs: 5_000, isFor: () => true },
  { signal: 'SIGKILL', graceMs: 5_000, isFor: () => true },
] as const;

/**
 * Stops the database server of a portal that was killed, and removes its PID file and socket. The caller holds the lock
 * of the data folder, so no other portal uses this cluster, and a PID file without a process is stale.
 */
export async function stopOrphanedServer(location: DatabaseLocation, print: (line: string) => void): Promise<void> {
  const pidFile = await readPostmasterPid(location.clusterFolder);
  await clearServer(location, print);
  if (pidFile) await removeAbandonedSocketFolder(pidFile.socketFolder);
}

/** The same for a server that has exited while this portal runs, whose socket has to be at the same place again. */
export async function clearServer(location: DatabaseLocation, print: (line: string) => void): Promise<void> {
  await stopProcesses(location.folder, print);
  await rm(postmasterPidPath(location.clusterFolder), { force: true });
}

/**
 * Asks the database server of a portal that was killed to stop, and does not wait for it: `stopOrphanedServer` does. The
 * caller holds the lock of the data folder.
 */
export async function signalOrphanedServer(dataDir: string): Promise<void> {
  try {
    const record = await readRecord(dataDir);
    if (!record) return;
    const running = await findEngineProcesses(await realpath(databaseFolder(dataDir, record)));
    for (const { pid } of running.filter(stages[0].isFor)) send(pid, stages[0].signal);
  } catch {
    // The start itself meets the same fault, and reports it.
  }
}

async function stopProcesses(folder: string, print: (line: string) => void): Promise<void> {
  let running = await findEngineProcesses(folder);
  if (running.length === 0) return;
  print('Stopping an orphaned database server of an earlier run.');
  for (const { signal, graceMs, isFor } of stages) {
    const targets = running.filter(isFor);
    if (targets.length === 0) continue;
    for (const { pid } of targets) send(pid, signal);
    const deadline = Date.now() + graceMs;
    do {
      await delay(25);
      running = await findEngineProcesses(folder);
      if (running.length === 0) return;
    } while (running.some(isFor) && Date.now() < deadline);
  }
  throw new EngineError(
    `A database server of an earlier run does not end (process ${running.map(({ pid }) => pid).join(', ')}). End it, or restart the machine.`,
  );
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (cause) {
    if (isErrno(cause, 'ESRCH')) return;
    throw new EngineError(`Another user's database server (process ${pid}) uses this data folder. Stop it first.`, {
      cause,
    });
  }
}
