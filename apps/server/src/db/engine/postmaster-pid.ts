import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export type PostmasterPid = { pid: number; socketFolder: string; isReady: boolean };

export function postmasterPidPath(clusterFolder: string): string {
  return join(clusterFolder, 'postmaster.pid');
}

/** Lines: pid, data folder, start time, port, socket folder, address, shared memory key, status. */
export async function readPostmasterPid(clusterFolder: string): Promise<PostmasterPid | undefined> {
  const file = await readFile(postmasterPidPath(clusterFolder), 'utf8').catch(() => undefined);
  const [pid, , , , socketFolder, , , status] = file?.split('\n') ?? [];
  if (!pid) return undefined;
  return { pid: Number(pid), socketFolder: socketFolder ?? '', isReady: status?.trim() === 'ready' };
}
