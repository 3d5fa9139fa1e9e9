import { join } from 'node:path';
import { socketPort } from './connection.ts';
import type { DatabaseLocation } from './database-location.ts';
import { clusterName } from './engine-processes.ts';
import { captureLog, type EngineLog } from './postmaster-log.ts';
import { spawnEngineProgram } from './spawn-as.ts';

export type Postmaster = {
  pid: number;
  exited: Promise<number | null>;
  hasExited: () => boolean;
  lastLines: () => string;
  stop: () => Promise<void>;
};

const settings = {
  listen_addresses: '',
  port: socketPort,
  // Only the same user and root may connect.
  unix_socket_permissions: '0700',
  shared_buffers: '32MB',
  max_connections: 80,
  jit: 'off',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  log_checkpoints: 'off',
  // Statements and details contain users' input.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

export async function launchPostmaster(
  location: DatabaseLocation,
  engineFolder: string,
  socketFolder: string,
  log: EngineLog,
): Promise<Postmaster> {
  const program = join(engineFolder, 'bin', 'postgres');
  const perStart = {
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    cluster_name: clusterName(location.folder),
  };
  const options = Object.entries({ ...settings, ...perStart }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = await spawnEngineProgram(location.user, program, ['-D', location.clusterFolder, ...options]);
  const { lastLines } = captureLog(child.stderr, log);
  let hasExited = false;
  const exited = new Promise<number | null>((resolve) => {
    // 'close' instead of 'exit', so that the last lines of a failed start have been read. A child process may hold
    // stderr open, so one second after 'exit' it counts as closed.
    const finish = (code: number | null): void => {
      hasExited = true;
      resolve(code);
    };
    child.once('close', finish);
    child.once('exit', (code) => setTimeout(finish, 1_000, code).unref());
  });
  return {
    pid: child.pid ?? 0,
    exited,
    hasExited: () => hasExited,
    lastLines,
    stop: async () => {
      // Fast shutdown. SIGQUIT skips the checkpoint but loses nothing: the next start replays the write-ahead log.
      child.kill('SIGINT');
      const lastResort = setTimeout(() => child.kill('SIGQUIT'), 10_000);
      await exited;
      clearTimeout(lastResort);
    },
  };
}
