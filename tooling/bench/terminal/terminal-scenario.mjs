import fs from 'node:fs';
import http from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { logIn, startPortal, withDataFolder } from '../portal.mjs';

const askEveryMs = 20;
const goneWithinMs = 5_000;
const script = (/** @type {string} */ text) => ({ cmd: 'bash', args: ['-c', text] });
const storm = 'end=$((SECONDS+5)); f() { [ $SECONDS -ge $end ] && exit; f | f & }; f; sleep 5';
const eater = 'const a = []; for (let i = 0; i < 64; i += 1) a.push(Buffer.alloc(64 * 1024 * 1024, 1));';

/** What an Owner may run by mistake. Each ends by itself if nothing else ends it. */
const commands = {
  '`yes`': { cmd: 'yes', args: [] },
  'forks that double, for 5 s': script(storm),
  '1,000 detached sessions, for 7 s': script('for i in {1..1000}; do setsid sleep 7 & done; wait'),
  '4 GiB of memory': { cmd: process.execPath, args: ['--max-old-space-size=8000', '-e', eater] },
  'eight busy loops, for 5 s': script('for i in {1..8}; do timeout 5 bash -c "while :; do :; done" & done; wait'),
};

/** @returns {Promise<string>} */
export function measureTerminal() {
  return withDataFolder(async (dataDir) => {
    const portal = await startPortal(dataDir, { TERMINAL_OUTPUT_MB: '60' });
    try {
      const [owner, member] = [await logIn(portal.url, 'owner'), await logIn(portal.url, 'member')];
      const ask = createAsker(portal.url, member);
      for (let count = 0; count < 300; count += 1) await ask();
      await run(portal.url, owner, { cmd: 'true', args: [] });
      const rows = [await measure('nothing', portal.pid, ask, () => wait(4_000).then(() => '–'))];
      for (const [name, command] of Object.entries(commands))
        rows.push(await measure(name, portal.pid, ask, () => run(portal.url, owner, command)));
      return page(rows);
    } finally {
      await portal.stop();
    }
  });
}

/** @param {string[]} rows */
function page(rows) {
  return `While an Owner runs one of these, someone else asks for \`GET /api/users/me\` every ${askEveryMs} ms. Memory is how much more the
portal takes at most (without the guard, a separate process); orphans are processes of the run that are alive ${goneWithinMs / 1000} s after its end. As
${process.getuid?.() === 0 ? 'root' : 'another user than root'}, on ${fs.existsSync('/sys/fs/cgroup/cgroup.controllers') ? 'control groups v2' : 'control groups v1 or none'}.

| run | ended by | after, s | answers | median, ms | 99 % | slowest | memory, MiB | orphans |
|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}`;
}

/** @param {string} name @param {number} pid @param {() => Promise<number>} ask @param {() => Promise<string>} work */
async function measure(name, pid, ask, work) {
  /** @type {number[]} */
  const times = [];
  const before = memoryMiB(pid);
  let peak = before;
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      times.push(await ask());
      peak = Math.max(peak, memoryMiB(pid));
      await wait(askEveryMs);
    }
  })();
  const startedAt = performance.now();
  const endedBy = await work();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  isOver = true;
  await asking;
  const until = performance.now() + goneWithinMs;
  while (countOrphans() > 0 && performance.now() < until) await wait(50);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (/** @type {number} */ part) => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1);
  const figures = [at(0.5), at(0.99), at(1), `+${Math.round(peak - before)}`, countOrphans()];
  return `| ${[name, endedBy, seconds, sorted.length, ...figures].join(' | ')} |`;
}

/** @param {string} url @param {string} token @param {{ cmd: string, args: string[] }} command */
async function run(url, token, command) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const body = JSON.stringify({ ...command, cwd: '/tmp' });
  const reply = await fetch(`${url}/api/terminal/runs`, { method: 'POST', headers, body });
  if (!reply.ok || !reply.body) throw new Error(await reply.text());
  let tail = '';
  for await (const chunk of reply.body) tail = `${tail}${Buffer.from(chunk).toString('latin1')}`.slice(-500);
  return /"endedBy":"(\w+)"/.exec(tail)?.[1] ?? '?';
}

/** Over its own keep-alive connection, as a browser has it. @param {string} url @param {string} token */
export function createAsker(url, token) {
  const agent = new http.Agent({ keepAlive: true });
  const headers = { authorization: `Bearer ${token}` };
  return () =>
    new Promise((/** @type {(ms: number) => void} */ resolve, reject) => {
      const askedAt = performance.now();
      http
        .get(`${url}/api/users/me`, { agent, headers }, (reply) => {
          reply.resume().on('end', () => resolve(performance.now() - askedAt));
        })
        .on('error', reject);
    });
}

/** @param {number} pid */
function memoryMiB(pid) {
  return Number(/^VmRSS:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Processes of a run, found by their mark. */
function countOrphans() {
  return fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isOfRun(name)).length;
}

/** @param {string} pid */
function isOfRun(pid) {
  try {
    const isDead = /^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
    return !isDead && fs.readFileSync(`/proc/${pid}/environ`, 'latin1').includes('PORTAL_RUN=');
  } catch {
    return false;
  }
}
