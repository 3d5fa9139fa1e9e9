import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processTree } from '../../bench/processes.mjs';
import { findProgram } from '../../programs.mjs';

/** @typedef {import('../run-faults.mjs').Fault} Fault */

const injectMs = 4_000;

/** @param {'portal' | 'agent' | 'database'} name @param {string} call @param {string} error @param {string} when as strace counts: first+step @returns {Fault} */
const failing = (name, call, error, when) => ({
  name: `${name}: ${call} fails with ${error}`,
  // PostgreSQL ends where it cannot tell what was stored, and recovers.
  ends: name === 'database' ? ['database'] : [],
  inject: async ({ product }) => {
    const strace = findProgram('strace');
    if (!strace) return { skipped: 'needs strace' };
    const pid = product.processes()[name] ?? 0;
    const pids = name === 'database' ? processTree(pid) : [pid];
    const log = path.join(product.folder, 'strace.log');
    const child = spawn(
      strace,
      [
        '-f',
        '-qq',
        '-o',
        log,
        '-e',
        `trace=${call}`,
        '-e',
        `inject=${call}:error=${error}:when=${when}`,
        '-p',
        pids.join(','),
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let said = '';
    child.stderr.on('data', (chunk) => (said += String(chunk)));
    const ended = once(child, 'exit');
    // Otherwise nobody would connect: everything has its connections.
    const isAboutConnections = call === 'connect' || call === 'accept4';
    const timer = setInterval(() => isAboutConnections && product.agentLine.cutAll(), injectMs / 5);
    await Promise.race([delay(injectMs), ended]);
    clearInterval(timer);
    const hasFailed = child.exitCode !== null;
    child.kill('SIGINT');
    await ended;
    if (hasFailed && /ptrace|permitted/i.test(said)) return { skipped: 'strace may not trace here' };
    const injected = judgeInjections(name, call, fs.readFileSync(log, 'utf8'));
    fs.rmSync(log);
    return injected;
  },
});

/** A fault that never happened shows nothing. @param {string} name @param {string} call @param {string} log of strace */
export function judgeInjections(name, call, log) {
  const count = log.match(/INJECTED/g)?.length ?? 0;
  return { note: `${count} ×`, violations: count > 0 ? [] : [`no ${call} of the ${name} has failed`] };
}

/** System calls that fail, by strace. */
export const systemCalls = [
  failing('portal', 'fsync', 'EIO', '1+2'),
  failing('portal', 'rename', 'EIO', '1+2'),
  failing('portal', 'pwrite64', 'ENOSPC', '1+2'),
  failing('portal', 'openat', 'EMFILE', '1+3'),
  failing('portal', 'accept4', 'EMFILE', '1+2'),
  failing('database', 'pwrite64', 'ENOSPC', '5+7'),
  failing('database', 'fdatasync', 'EIO', '20'),
  failing('agent', 'openat', 'EMFILE', '1+2'),
  failing('agent', 'connect', 'ECONNREFUSED', '1+2'),
];
