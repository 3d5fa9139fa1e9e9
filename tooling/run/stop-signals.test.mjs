import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const stopping = new URL('./stop-signals.mjs', import.meta.url).href;
const waiting = `
import { once } from 'node:events';
import { withStopSignal } from ${JSON.stringify(stopping)};
const timer = setInterval(() => {}, 1000);
await withStopSignal(async (signal) => {
  console.log('working');
  try { await once(signal, 'abort'); throw new Error('what the work throws then'); } finally { console.log('cleaned up'); }
}).catch((error) => { console.log(error.message); process.exitCode = error.exitCode; });
clearInterval(timer);`;

it.each(['SIGINT', 'SIGTERM'])('lets the work clean up after %s', async (signal) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', waiting], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  let output = '';
  for await (const chunk of child.stdout) {
    if (output === '') child.kill(/** @type {NodeJS.Signals} */ (signal));
    output += chunk;
  }
  expect(output).toBe('working\ncleaned up\nStopped.\n');
  expect((await ended)[0]).toBe(130);
});
