import { fork } from 'node:child_process';
import path from 'node:path';
import { root } from '../paths.mjs';
import { readyMessage, stopProgram } from '../run/program.mjs';
import { Stop } from '../stop.mjs';

/**
 * Runs work with a program that reports when it is ready.
 * @template T @param {string} script @param {string[]} args
 * @param {(program: { child: import('node:child_process').ChildProcess, pid: number, ready: Record<string, any> }) => Promise<T>} work
 */
export async function withProgram(script, args, work) {
  const child = fork(path.join(root, script), args);
  try {
    const ready = await readyMessage(child, 10_000);
    if (!ready) throw new Stop(`${script} did not start.`);
    return await work({ child, pid: child.pid ?? 0, ready });
  } finally {
    await stopProgram(child);
  }
}
