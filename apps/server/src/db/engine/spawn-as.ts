import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { EngineError, isErrno } from './engine-error.ts';

/** The user PostgreSQL runs as; undefined means the portal's own. */
export type DatabaseUser = { uid: number; gid: number; name: string } | undefined;

type SpawnedProcess = ChildProcessByStdio<null, null, Readable>;

/** Starts a program as the database user and rejects when it cannot be executed at all. */
export async function spawnAs(user: DatabaseUser, program: string, args: string[]): Promise<SpawnedProcess> {
  const child = spawn(program, args, {
    ...(user && { uid: user.uid, gid: user.gid }),
    // That user may not be able to enter the portal's working directory.
    cwd: '/',
    // The portal's environment contains secrets that the database must not see.
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    // Ctrl-C in a terminal reaches the whole process group; the portal decides when the database stops.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await once(child, 'spawn');
  return child;
}

export async function spawnEngineProgram(user: DatabaseUser, program: string, args: string[]): Promise<SpawnedProcess> {
  try {
    return await spawnAs(user, program, args);
  } catch (cause) {
    const reason = isErrno(cause, 'ENOENT', 'ENOEXEC')
      ? 'the system lacks what it needs, as Alpine and other musl systems do'
      : `the system says "${cause instanceof Error ? cause.message : String(cause)}"`;
    throw new EngineError(
      `The built-in PostgreSQL (${program}) does not run here: ${reason}. Set DATABASE_URL to a PostgreSQL server, ` +
        'or DATA_DIR to a folder from which programs may run.',
      { cause },
    );
  }
}
