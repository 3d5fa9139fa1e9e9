import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './paths.mjs';
import { command } from './run/command.mjs';
import { exitCodeOf } from './run/program.mjs';
import { setUp } from './setup/set-up.mjs';

await command(async () => {
  await setUp(root, { debian: [], targets: ['server'] });
  const program = path.join(root, 'apps/server/dist/admin.js');
  const args = ['--enable-source-maps', program, ...process.argv.slice(2)];
  return exitCodeOf(spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }));
});
