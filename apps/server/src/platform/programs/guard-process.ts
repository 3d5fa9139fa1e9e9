import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { hostEnvironment } from '../../config.ts';
import { serverRoot } from '../server-root.ts';

export const guardFolder = join(serverRoot, 'src/platform/programs/guard');

/** The environment variable with the run's id, which all processes of a guarded program inherit. */
export const runVariable = 'PORTAL_RUN';

/** In a separate session, so that signals to the portal's terminal, such as Ctrl-C, don't reach it. */
export function spawnGuard(): ChildProcess {
  // It needs little memory; without limits, V8 lets the heap grow before it collects garbage.
  const options = ['--max-old-space-size=64', '--max-semi-space-size=1'];
  const guard = spawn(process.execPath, [...options, join(guardFolder, 'guard.mjs'), runVariable], {
    cwd: '/',
    env: hostEnvironment(),
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  guard.unref();
  guard.channel?.unref();
  return guard;
}
