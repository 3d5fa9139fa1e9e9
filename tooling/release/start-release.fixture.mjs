import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { exitCodeOf } from '../run/program.mjs';

// A program of its own, for a place without a network: starts the release in the current folder, tries what needs more than
// the start itself, stops it, and prints what came of that.

const child = spawn('tribehall', ['start'], { stdio: ['ignore', 'pipe', 'pipe'] });
let output = '';
const isReady = new Promise((resolve) => {
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk);
      if (/ready at \S+\n/.test(output)) resolve(undefined);
    });
});
const ended = exitCodeOf(child);
// The test gives up after a while.
process.once('SIGTERM', () => child.kill('SIGTERM'));
await Promise.race([isReady, ended]);

/** @type {Record<string, unknown>} */
const found = { interfaces: Object.keys(os.networkInterfaces()) };
const url = /ready at (\S+)/.exec(output)?.[1];
if (url !== undefined) {
  found.health = await (await fetch(`${url}/api/health`)).json();
  found.page = (await fetch(url)).headers.get('content-type');
  // The lists of common passwords are loaded when they are needed.
  const setup = /setup=(\S+)/.exec(output)?.[1];
  const registered = await fetch(`${url}/api/users/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ username: 'Ada', email: 'ada@example.org', password: 'password1', setup }),
  });
  found.registered = await registered.json();
  found.hasDatabase = fs.existsSync('data/database.json');
  found.admin = spawnSync('tribehall', ['admin', 'give-role', 'nobody@example.org', 'Admin'], {
    encoding: 'utf8',
  }).stderr;
}
child.kill('SIGTERM');
found.exitCode = await ended;
console.log(JSON.stringify({ ...found, output }));
