import { fork } from 'node:child_process';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../../paths.mjs';
import { stopProgram } from '../../run/program.mjs';
import { Stop } from '../../stop.mjs';
import { addAgents, logIn, startPortal, withDataFolder } from '../portal.mjs';
import { residentMib } from '../processes.mjs';
import { createAsker } from '../terminal/terminal-scenario.mjs';
import { attacks } from './attacks.mjs';

const askEveryMs = 10;
const forMs = 5_000;
const stallMs = 50_000;
/** How long others may wait for an answer, and a connection without progress may be open. */
const limits = { answerMs: 200, heldMs: 35_000 };

/** @typedef {import('./attacks.mjs').Damage} Damage */
/** @typedef {{ name: string, damage?: Damage, times: number[], moreMib: number }} Measured `times` in ms, of the answers to others */

export function measureAttack() {
  const seed = Number(process.env.BENCH_SEED ?? 1);
  if (!Number.isInteger(seed)) throw new Stop('BENCH_SEED is a whole number.');
  return withDataFolder(async (dataDir) => {
    const portal = await startPortal(dataDir);
    try {
      const ask = createAsker(portal.url, await logIn(portal.url, 'admin'));
      const [agentToken = ''] = await addAgents(dataDir, 1);
      const [token, adminToken] = [await logIn(portal.url, 'member'), await logIn(portal.url, 'admin')];
      const target = { port: Number(new URL(portal.url).port), token, adminToken, agentToken, seed, forMs, stallMs };
      for (let count = 0; count < 300; count += 1) await ask();
      const rows = [await measure('nothing', portal.pid, ask, () => wait(forMs, undefined))];
      for (const name of Object.keys(attacks))
        rows.push(await measure(name, portal.pid, ask, () => attackWith(name, target)));
      return page(rows, seed);
    } finally {
      await portal.stop();
    }
  });
}

/** @param {string} name @param {import('./attacks.mjs').Target} target @returns {Promise<Damage>} */
async function attackWith(name, target) {
  const child = fork(path.join(root, 'tooling/bench/attack/attacker.mjs'));
  try {
    return await new Promise((resolve, reject) => {
      child.once('message', (damage) => resolve(/** @type {Damage} */ (damage)));
      child.once('exit', () => reject(new Error(`The attacker has ended: ${name}`)));
      child.send({ name, target });
    });
  } finally {
    child.removeAllListeners('exit');
    await stopProgram(child);
  }
}

/** @param {string} name @param {number} pid @param {() => Promise<number>} ask @param {() => Promise<Damage | undefined>} work @returns {Promise<Measured>} */
async function measure(name, pid, ask, work) {
  /** @type {number[]} */
  const times = [];
  const before = residentMib(pid);
  let peak = before;
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      times.push(await ask());
      peak = Math.max(peak, residentMib(pid));
      await wait(askEveryMs);
    }
  })();
  const damage = await work();
  isOver = true;
  await asking;
  return { name, ...(damage && { damage }), times, moreMib: peak - before };
}

/** @param {Measured} measured */
function row({ name, damage, times, moreMib }) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (/** @type {number} */ part) => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1);
  const figures = [sorted.length, at(0.5), at(0.99), at(1), `+${Math.round(moreMib)}`];
  return `| ${[name, ...describe(damage), ...figures].join(' | ')} |`;
}

/** @param {Measured} measured @returns {string[]} what is over a limit */
function failuresOf({ name, damage, times }) {
  const slowestMs = Math.max(...times);
  const heldMs = damage?.longestMs ?? 0;
  return [
    ...(slowestMs > limits.answerMs ? [`others waited ${slowestMs.toFixed(0)} ms for an answer during: ${name}`] : []),
    ...(heldMs > limits.heldMs ? [`connections were open for ${(heldMs / 1000).toFixed(0)} s during: ${name}`] : []),
  ];
}

/** @param {Damage} [damage] */
function describe(damage) {
  if (!damage) return ['–', '–'];
  const outcomes = Object.entries(damage.outcomes).toSorted((a, b) => b[1] - a[1]);
  const longest = damage.longestMs > 0 ? `${(damage.longestMs / 1000).toFixed(0)} s` : '–';
  return [outcomes.map(([outcome, times]) => `${times} × ${outcome}`).join(', '), longest];
}

/** @param {Measured[]} measured @param {number} seed */
export function page(measured, seed) {
  const text = `While a separate process attacks for ${forMs / 1000} s, or holds connections without progress as long as it can, someone else asks for
\`GET /api/users/me\` every ${askEveryMs} ms. The portal's limits of requests per minute are off. Memory is how much more the portal takes at most;
codes above 1000 are how an agent's connection was closed. What is sent is random, by the seed ${seed} (\`BENCH_SEED\` chooses another one).
The limits are ${limits.answerMs} ms for the slowest answer to others and ${limits.heldMs / 1000} s for a connection without progress.

| attack | outcomes | held at most | answers to others | median, ms | 99 % | slowest | memory, MiB |
|---|---|---|---|---|---|---|---|
${measured.map(row).join('\n')}`;
  return { text, failures: measured.flatMap(failuresOf) };
}
