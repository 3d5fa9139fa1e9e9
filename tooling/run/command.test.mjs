import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, it, vi } from 'vitest';
import { nodeProblem } from './command.mjs';

it.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0'])('takes Node.js %s', (version) => {
  expect(nodeProblem(version)).toBeUndefined();
});

it.each(['16.20.0', '18.20.8', '20.18.3'])('refuses Node.js %s with a sentence', (version) => {
  expect(nodeProblem(version)).toBe(
    `Tribehall needs Node.js 20.19 or newer; this is ${version}. Node.js 22 or 24 is recommended.`,
  );
});

it.runIf(fs.existsSync('/proc/self/stat'))('exits with npm, even if npm was killed before it could look', async () => {
  const module = new URL('command.mjs', import.meta.url).href;
  const script = `import('${module}').then(({ command }) => command(() => new Promise((end) => setTimeout(end, 600_000))))`;
  // In the place of npm, a shell in a session of its own that exits at once.
  const env = { ...process.env, NODE: process.execPath, SCRIPT: script, npm_lifecycle_event: 'start' };
  const npm = '"$NODE" -e "$SCRIPT" >/dev/null 2>&1 & echo $!';
  const shell = spawn('sh', ['-c', npm], { env, detached: true });
  const pid = (await text(shell.stdout)).trim();
  await vi.waitFor(() => expect(fs.existsSync(`/proc/${pid}`)).toBe(false));
});
