import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { followDescendants } from './descendants.mjs';

/** A program that starts another one. */
const starts = (/** @type {string} */ program) =>
  `import { spawn } from 'node:child_process';
   spawn(process.execPath, [${JSON.stringify(program)}], { stdio: 'inherit' });`;

it('asks all that a killed program has left to exit, also what it did not start itself', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'descendants-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  const write = (/** @type {string} */ name, /** @type {string} */ text) => {
    fs.writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  const asked = path.join(folder, 'asked');
  const last = write(
    'last.mjs',
    `import fs from 'node:fs';
     process.on('SIGINT', () => { fs.writeFileSync(${JSON.stringify(asked)}, ''); process.exit(); });
     setInterval(() => {}, 1000);
     console.log('started');`,
  );
  const first = write('first.mjs', starts(write('middle.mjs', starts(last))));

  const program = spawn(process.execPath, [first], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(program.stdout, 'data');
  const descendants = followDescendants(program.pid, { isRepeated: false });
  descendants.look();
  program.kill('SIGKILL');
  await once(program, 'exit');
  await descendants.end({ isForAll: true });
  expect(fs.existsSync(asked)).toBe(true);
});
