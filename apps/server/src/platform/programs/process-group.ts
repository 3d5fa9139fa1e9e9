import type { ChildProcess } from 'node:child_process';

const graceMs = 3000;

/** Sends a signal to the process group that a child leads. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is empty, or the system has no process groups.
    child.kill(signal);
  }
}

/** Ends the group with SIGTERM, and with SIGKILL after a grace period; if forced, with SIGKILL right away. */
export function endGroup(child: ChildProcess, { isForced }: { isForced: boolean }): void {
  if (isForced) return signalGroup(child, 'SIGKILL');
  signalGroup(child, 'SIGTERM');
  setTimeout(() => {
    // Once the child has been reaped, its PID may belong to another process.
    if (child.exitCode === null && child.signalCode === null) signalGroup(child, 'SIGKILL');
  }, graceMs).unref();
}

/** Kills the orphaned processes of a program that has exited. */
export function killGroup(child: ChildProcess): void {
  signalGroup(child, 'SIGKILL');
}
