import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { hostEnvironment } from '../../config.ts';
import { serverRoot } from '../server-root.ts';

export const guardFolder = join(serverRoot, 'src/platform/programs/guard');

/** Stands in the environment of every program under guard. */
export const markVariable = 'PORTAL_RUN';

/** In a session of its own: what ends the portal's, such as Ctrl-C, is not meant for it. */
export function spawnGuard(): ChildProcess {
  // It holds a few lists; without a limit its heap would grow before it is collected.
  const options = ['--max-old-space-size=64', '--max-semi-space-size=1'];
  const guard = spawn(process.execPath, [...options, join(guardFolder, 'guard.mjs'), markVariable], {
    cwd: '/',
    env: hostEnvironment(),
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  guard.unref();
  guard.channel?.unref();
  return guard;
}
