import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Stop } from '../../stop.mjs';
import { waitUntil } from '../product.mjs';

const readyMs = 90_000;
const endMs = 30_000;

/** A program of the set-up that can be killed and started again. @typedef {ReturnType<typeof createPart>} Part */
/** @typedef {{ command: string, args: string[], env?: Record<string, string | undefined>, cwd?: string, uid?: number }} Program */

/**
 * @param {string} name @param {Program} program
 * @param {(output: string) => boolean | Promise<boolean>} isReady by what it has printed since its start
 */
export function createPart(name, { command, args, env = {}, cwd, uid }, isReady) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  let output = '';
  const hasEnded = () => !child || child.exitCode !== null || child.signalCode !== null;
  const ended = async () => {
    if (child && !hasEnded()) await once(child, 'exit');
  };
  const spawnOnce = () => {
    output = '';
    const { PATH, HOME } = process.env;
    // A closed standard input ends the programs that have others below them.
    child = spawn(command, args, {
      env: { PATH, HOME, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(cwd && { cwd }),
      ...(uid !== undefined && { uid, gid: uid }),
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
    child.stdin?.on('error', () => undefined);
  };
  return {
    name,
    output: () => output,
    pid: () => (hasEnded() ? undefined : child?.pid),
    start: async () => {
      spawnOnce();
      // After a kill -9, a first start may find what the killed one has left.
      const isUp = async () => {
        if (hasEnded()) spawnOnce();
        return isReady(output);
      };
      if (!(await waitUntil(isUp, readyMs))) throw new Stop(`${name} did not start:\n${output}`);
    },
    kill: async () => {
      child?.stdin?.end();
      child?.kill('SIGKILL');
      await ended();
    },
    /** As the operator stops it. */
    stop: async () => {
      child?.stdin?.end();
      child?.kill('SIGTERM');
      const force = setTimeout(() => child?.kill('SIGKILL'), endMs);
      await ended();
      clearTimeout(force);
    },
  };
}
