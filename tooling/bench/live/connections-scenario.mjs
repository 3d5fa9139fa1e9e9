import fs from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { addAgents, logIn, startPortal, withDataFolder } from '../portal.mjs';
import { cpuSeconds, ownCpuSeconds, processTree, residentMib } from '../processes.mjs';
import { spread } from '../rounds.mjs';
import { logInFor, withClients } from './clients.mjs';

const returning = 5_000;
const wanted = 10_000;
const memberStreams = 600;
const idleSeconds = 8;

/** @typedef {Awaited<ReturnType<typeof startPortal>>} Portal */
/** @typedef {{ what: string, count: number, ownMs: number, belowMs: number, kib: number }} Opening */
/** @typedef {import('./clients.mjs').Task} Task */

/** @returns {Promise<string>} */
export async function measureConnections() {
  return page(await measureOpenings(), await measureComeback());
}

function measureOpenings() {
  return withDataFolder(async (dataDir) => {
    const count = Math.min(wanted, Math.floor(maxOpenFiles() / 2) - 200);
    const visitors = count - memberStreams;
    const portal = await startPortal(dataDir);
    const port = Number(new URL(portal.url).port);
    try {
      const tokens = await addAgents(dataDir, count);
      return await withClients(async (perform) => {
        const open = async (/** @type {string} */ what, /** @type {number} */ total, /** @type {Task} */ task) => ({
          ...(await measure(portal, what, total, () => perform(task))),
          idle: await measureIdle(portal),
        });
        const agents = { address: agentAddress(portal), tokens };
        const ofVisitors = { port, path: '/api/events?topics=stats', sessions: [], count: visitors };
        const sessions = await logInFor(portal.url, memberStreams);
        const ofMembers = { port, path: '/api/events?topics=users.me', sessions, count: memberStreams };
        return [
          await open('agent connections', count, { agents }),
          await open('streams of visitors, `stats`', visitors, { streams: ofVisitors }),
          await open('streams of members, `users.me`', memberStreams, { streams: ofMembers }),
        ];
      });
    } finally {
      await portal.stop();
    }
  });
}

/** A portal is killed and started again, and its agents come back. */
function measureComeback() {
  return withDataFolder(async (dataDir) => {
    let portal = await startPortal(dataDir);
    try {
      const tokens = await addAgents(dataDir, returning);
      return await withClients(async (perform) => {
        await perform({ agents: { address: agentAddress(portal), tokens: tokens.slice(1) } });
        // By the next heartbeat the portal knows how many there are.
        await wait(6_000);
        const { toldMs } = await perform({ agents: { address: agentAddress(portal), tokens: tokens.slice(0, 1) } });
        await portal.kill();
        await perform({ close: true });
        portal = await startPortal(dataDir);
        const asking = askMeanwhile(portal.url);
        const { ms } = await perform({ agents: { address: agentAddress(portal), tokens, within: toldMs } });
        return { toldMs, ms, answers: await asking.stop() };
      });
    } finally {
      await portal.stop();
    }
  });
}

/** Both sides of a connection are on this machine, in a process each. */
function maxOpenFiles() {
  return Number(/^Max open files\s+(\d+)/m.exec(fs.readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? 1_024);
}

/** @param {Portal} portal */
function agentAddress({ url }) {
  return `${url.replace('http', 'ws')}/api/ark/link`;
}

/** @param {Portal} portal @param {string} what @param {number} count @param {() => Promise<unknown>} open @returns {Promise<Opening>} */
async function measure({ pid }, what, count, open) {
  const look = () => {
    const children = processTree(pid).filter((found) => found !== pid);
    return { own: ownCpuSeconds(pid), below: cpuSeconds(children), mib: residentMib(pid) };
  };
  const before = look();
  await open();
  const after = look();
  const each = (/** @type {number} */ value) => (value / count) * 1_000;
  return {
    what,
    count,
    ownMs: each(after.own - before.own),
    belowMs: each(after.below - before.below),
    kib: ((after.mib - before.mib) / count) * 1_024,
  };
}

/** Percent of one core. @param {Portal} portal */
async function measureIdle({ pid }) {
  const before = ownCpuSeconds(pid);
  await wait(idleSeconds * 1_000);
  return ((ownCpuSeconds(pid) - before) / idleSeconds) * 100;
}

/** Someone who asks for a page meanwhile. @param {string} url */
function askMeanwhile(url) {
  let isOver = false;
  /** @type {number[]} */
  const answers = [];
  const asking = (async () => {
    const headers = { authorization: `Bearer ${await logIn(url)}` };
    while (!isOver) {
      const startedAt = performance.now();
      await (await fetch(`${url}/api/users/me`, { headers })).text();
      answers.push(performance.now() - startedAt);
      await wait(20);
    }
  })();
  const stop = async () => {
    isOver = true;
    await asking;
    return answers.toSorted((a, b) => a - b);
  };
  return { stop };
}

const seconds = (/** @type {number} */ ms) => (ms / 1_000).toFixed(1);

/**
 * @param {(Opening & { idle: number })[]} openings
 * @param {{ toldMs: number, ms: number, answers: number[] }} comeback
 */
function page(openings, { toldMs, ms, answers }) {
  const rows = openings.map(
    ({ what, count, ownMs, belowMs, kib, idle }) =>
      `| ${count.toLocaleString('en')} ${what} | ${ownMs.toFixed(2)} | ${belowMs.toFixed(2)} | ${kib.toFixed(1)} | ${idle.toFixed(1)} % |`,
  );
  const part = (/** @type {number} */ share) => (answers[Math.floor((answers.length - 1) * share)] ?? 0).toFixed(0);
  return `Opened one kind after the other in one portal, from a separate process, 64 at a time; as many as the limit of open files
allows. Memory is the growth of the portal's process (RSS), with what it has not collected yet. Idle are all that are open by then,
with heartbeats.

| opened | portal, CPU ms each | database, CPU ms each | portal, KiB each | then idle, of one core |
|---|---|---|---|---|
${rows.join('\n')}

A portal with ${returning.toLocaleString('en')} agents is killed and started again. It had told them to come back within ${seconds(toldMs)} s: all were back
${seconds(ms)} s after it was ready. Meanwhile \`GET /api/users/me\` was answered ${answers.length} times: median ${spread(answers).median.toFixed(0)} ms, 99 % ${part(0.99)} ms,
slowest ${part(1)} ms.`;
}
