import type { ChildProcess } from 'node:child_process';

const graceMs = 3000;

/** Sends a signal to a child that leads a group, and to all that it has started. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is empty, or this system has no groups.
    child.kill(signal);
  }
}

/** Asks the group to end, and ends it by force where it does not. */
export function endGroup(child: ChildProcess, { isAtOnce }: { isAtOnce: boolean }): void {
  if (isAtOnce) return signalGroup(child, 'SIGKILL');
  signalGroup(child, 'SIGTERM');
  setTimeout(() => {
    // A process that has ended has been reaped, and its PID may be in use again.
    if (child.exitCode === null && child.signalCode === null) signalGroup(child, 'SIGKILL');
  }, graceMs).unref();
}

/** Ends the orphaned processes of a program that has exited. */
export function sweepGroup(child: ChildProcess): void {
  signalGroup(child, 'SIGKILL');
}
