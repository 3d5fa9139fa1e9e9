import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

export type EngineProcessEntry = {
  pid: number;
  /** initdb or the postmaster, which handle signals; the others are the postmaster's children. */
  isLaunched: boolean;
};

/** Part of the process titles of the server's children, which don't contain the folder. */
export function clusterName(databaseFolder: string): string {
  return `tribehall-${createHash('sha256').update(databaseFolder).digest('hex').slice(0, 12)}`;
}

/**
 * All running processes of the engine in this folder, recognized by their command line, since the engine is only
 * started from its copy there. A reused PID never matches, and neither does a zombie, whose command line is empty.
 */
export async function findEngineProcesses(databaseFolder: string): Promise<EngineProcessEntry[]> {
  const launched = `${databaseFolder}/engine-`;
  const titled = `postgres: ${clusterName(databaseFolder)}: `;
  return (await listCommands())
    .filter(({ command }) => command.startsWith(launched) || command.startsWith(titled))
    .map(({ pid, command }) => ({ pid, isLaunched: command.startsWith(launched) }));
}

type Command = { pid: number; command: string };

export async function listCommands(): Promise<Command[]> {
  return process.platform === 'linux' ? readProc() : readPs();
}

async function readProc(): Promise<Command[]> {
  const names = await readdir('/proc');
  return Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => ({
        pid: Number(name),
        command: await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => ''),
      })),
  );
}

async function readPs(): Promise<Command[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,command='], { maxBuffer: 16 * 1024 * 1024 });
  return stdout.split('\n').map((line) => {
    const [, pid = '0', command = ''] = /^\s*(\d+) (.*)$/.exec(line) ?? [];
    return { pid: Number(pid), command };
  });
}
