import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from '../../paths.mjs';
import { stopProgram } from '../../run/program.mjs';
import { freePort } from '../inspector.mjs';
import { benchSettings, logIn, withDataFolder } from '../portal.mjs';
import { processTree } from '../processes.mjs';
import { inWords, spread } from '../rounds.mjs';

/** How long the product has been running since it was ready, at each kill. After a minute its launcher no longer waits. */
const afterSeconds = { portal: [2, 62, 62, 62, 62], database: [2, 62] };
const givesUpMs = 60_000;
/** For the portal, as the median: something else that the machine does makes one start twice as long as another. */
const limitSeconds = 2;

/** @typedef {{ killed: 'portal' | 'database', after: number, again: number }} Healed in seconds */

/** Kills the portal of the demo with -9, and its database, and waits until it is ready again. */
export function measureHeal() {
  return withDataFolder(async (dataDir) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const launcher = spawn(process.execPath, [path.join(root, 'tooling/start.mjs')], {
      env: { ...benchSettings(dataDir), PORT: String(port), WORLD_DIR: path.join(dataDir, 'world') },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      await untilPrinted(launcher.stdout, /^Tribehall is ready at /m);
      const owner = await logIn(url, 'owner');
      const portal = () => findBelow(launcher.pid ?? 0, /server\/dist\/main\.js/);
      const database = () => findBelow(portal(), /postgres/);
      /** @type {Healed[]} */
      const healed = [];
      for (const [killed, find] of /** @type {const} */ ([
        ['portal', portal],
        ['database', database],
      ]))
        for (const after of afterSeconds[killed]) {
          await delay(after * 1000);
          healed.push({ killed, after, again: await killAndWait(find(), url, owner) });
        }
      return page(healed);
    } finally {
      await stopProgram(launcher);
    }
  });
}

/** @param {Healed[]} healed */
export function page(healed) {
  const { median, low, high } = spread(healed.filter(({ killed }) => killed === 'portal').map(({ again }) => again));
  const text = [
    '`npm start` with the demo world; a process is killed with -9. Ready: `GET /api/health` says so, and the audit is read from the database.',
    `The portal was ready after ${inWords({ median, low, high }, 1)} s; the limit is ${limitSeconds} s.`,
    '',
    '| killed | after it was ready | ready again, s |',
    '|---|---|---|',
    ...healed.map(({ killed, after, again }) => `| ${killed} | ${after} s | ${again.toFixed(1)} |`),
  ].join('\n');
  const failures =
    median > limitSeconds
      ? [`the portal was ready ${median.toFixed(1)} s after it was killed, not within ${limitSeconds} s`]
      : [];
  return { text, failures };
}

/** @param {import('node:stream').Readable} output @param {RegExp} line */
async function untilPrinted(output, line) {
  let text = '';
  await new Promise((resolve) => {
    output.on('data', (chunk) => {
      text += String(chunk);
      if (line.test(text)) resolve(undefined);
    });
  });
}

/** @param {number} parent @param {RegExp} command @returns {number} */
function findBelow(parent, command) {
  const isMeant = (/** @type {number} */ pid) => command.test(fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  const found = processTree(parent).slice(1).find(isMeant);
  if (found === undefined) throw new Error(`No process ${String(command)} was found.`);
  return found;
}

/** @param {number} pid @param {string} url @param {string} owner @returns {Promise<number>} seconds */
async function killAndWait(pid, url, owner) {
  const startedAt = performance.now();
  process.kill(pid, 'SIGKILL');
  let wasDown = false;
  while (performance.now() - startedAt < givesUpMs) {
    const isUp = await isReady(url, owner);
    wasDown ||= !isUp;
    if (wasDown && isUp) break;
    await delay(20);
  }
  return (performance.now() - startedAt) / 1000;
}

/** The health may be that of half a second ago: the audit is not. @param {string} url @param {string} owner */
async function isReady(url, owner) {
  try {
    const health = /** @type {any} */ (await (await fetch(`${url}/api/health`)).json());
    const audit = await fetch(`${url}/api/audit`, { headers: { authorization: `Bearer ${owner}` } });
    await audit.arrayBuffer();
    return health.data?.ready === true && audit.status === 200;
  } catch {
    return false;
  }
}
