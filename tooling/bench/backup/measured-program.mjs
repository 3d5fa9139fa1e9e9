import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../paths.mjs';
import { exitCodeOf } from '../../run/program.mjs';
import { Stop } from '../../stop.mjs';
import { benchSettings } from '../portal.mjs';

const sampleMs = 100;

/** @typedef {{ seconds: number, peakMib: number, output: string }} Run */

/**
 * Runs a command of the operator, with the most memory that its process had.
 * @param {string} dataDir @param {string[]} args @param {AbortSignal} signal @returns {Promise<Run>}
 */
export async function runMeasured(dataDir, args, signal) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [path.join(root, 'apps/server/dist/admin.js'), ...args], {
    cwd: path.dirname(dataDir),
    env: benchSettings(dataDir),
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  let peakMib = 0;
  const timer = setInterval(() => (peakMib = Math.max(peakMib, peakResidentMib(child.pid ?? 0))), sampleMs);
  try {
    const exitCode = await exitCodeOf(child);
    if (exitCode !== 0) throw new Stop(`${args[0]} failed:\n${output}`);
  } finally {
    clearInterval(timer);
  }
  return { seconds: (performance.now() - startedAt) / 1000, peakMib, output };
}

/** The most that a process has ever had in memory, in MiB. @param {number} pid */
export function peakResidentMib(pid) {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
