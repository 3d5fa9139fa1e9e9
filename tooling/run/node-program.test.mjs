import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runNodeProgram } from './node-program.mjs';

let folder = '';
/** @param {string} name @param {string} source */
const write = (name, source) => {
  const file = path.join(folder, name);
  fs.writeFileSync(file, source);
  return file;
};
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-run-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

it('returns the exit code and the output', async () => {
  const script = write('end.mjs', 'console.log(process.argv[2]); console.error("two"); process.exit(7)');
  const { exitCode, output } = await runNodeProgram(script, ['one'], { cwd: folder, quiet: true });
  expect(exitCode).toBe(7);
  expect(output.split('\n').toSorted()).toEqual(['', 'one', 'two']);
});

it('neither holds a program open nor ends what it forks', async () => {
  write('worker.mjs', 'process.on("message", (text) => process.send(text + "!", () => process.disconnect()))');
  const script = write(
    'fork.mjs',
    `import { fork } from 'node:child_process';
     const worker = fork(new URL('./worker.mjs', import.meta.url));
     worker.on('message', (text) => console.log(text));
     setTimeout(() => worker.send('hello'), 200);`,
  );
  const { exitCode, output } = await runNodeProgram(script, [], { cwd: folder, quiet: true });
  expect({ exitCode, output }).toEqual({ exitCode: 0, output: 'hello!\n' });
});

it('ends the program when the command is killed', async () => {
  const endless = write('endless.mjs', 'console.log(process.pid); setInterval(() => {}, 1000)');
  const module = new URL('./node-program.mjs', import.meta.url).href;
  const command = write(
    'command.mjs',
    `import { runNodeProgram } from '${module}';
     await runNodeProgram(${JSON.stringify(endless)}, [], { cwd: '.', capture: true });`,
  );
  const child = spawn(process.execPath, [command], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [pid] = await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await vi.waitFor(() => expect(() => process.kill(Number(String(pid)), 0)).toThrow('ESRCH'));
});

it('ends the program by a signal', async () => {
  const started = path.join(folder, 'started');
  const endless = write(
    'endless.mjs',
    `import fs from 'node:fs'; fs.writeFileSync(${JSON.stringify(started)}, String(process.pid)); setInterval(() => {}, 1000)`,
  );
  const stopping = new AbortController();
  const ended = runNodeProgram(endless, [], { cwd: folder, quiet: true, signal: stopping.signal });
  await vi.waitFor(() => expect(fs.readFileSync(started, 'utf8')).not.toBe(''));
  const pid = Number(fs.readFileSync(started, 'utf8'));
  stopping.abort();
  await expect(ended).rejects.toThrow('aborted');
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'));
});
