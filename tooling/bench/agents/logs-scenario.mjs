import { setTimeout as wait } from 'node:timers/promises';
import { Stop } from '../../stop.mjs';
import { logIn, runAdmin, withPortal } from '../portal.mjs';
import { cpuDuring } from '../processes.mjs';
import { inWords, spread } from '../rounds.mjs';
import { addServer, connectAgent } from './agent-connection.mjs';

const rounds = 9;
const dayMs = 24 * 60 * 60 * 1000;
/** Enough for all of them: retention is not what is measured. */
const retention = { LOG_MAX_MB: '20000' };
const sources = 5;
const linesPerSecond = 2_000;
const seconds = 5;

/** @typedef {{ url: string, headers: { authorization: string } }} Reader */

/** @returns {Promise<string>} */
export function measureLogs() {
  const count = Number(process.env.BENCH_LOG_ROWS ?? 10_000_000);
  return withPortal(async ({ url, pid, dataDir }) => {
    await runAdmin(dataDir, ['add-log-entries', String(count)], retention);
    const reader = { url, headers: { authorization: `Bearer ${await logIn(url, 'owner')}` } };
    const reads = await measureReads(reader);
    const admin = await logIn(url, 'admin');
    const burst = await measureBurst(reader, admin);
    const flow = await measureFlow(reader, admin, pid);
    return page(count, reads, burst, flow);
  }, retention);
}

const daysAgo = (/** @type {number} */ days) => new Date(Date.now() - days * dayMs).toISOString();
const day = () => ({ after: daysAgo(1) });
const all = () => ({ after: daysAgo(30) });

/** @type {Record<string, () => Record<string, string>>} */
const queries = {
  'the last day': day,
  'the last day of a host and part': () => ({ ...day(), host: 'load-3', key: 'chat' }),
  'the last day of a host': () => ({ ...day(), host: 'load-3' }),
  'errors of the last day': () => ({ ...day(), level: 'error' }),
  'all: a frequent word': () => ({ ...all(), search: 'KILLED BY' }),
  'all: a word in 1 of 500,000 entries': () => ({ ...all(), search: 'titanosaur' }),
  'all: a word that is nowhere': () => ({ ...all(), search: 'thylacoleo' }),
  'all: a sentence that is nowhere, of words that are frequent': () => ({ ...all(), search: 'joined by a raptor' }),
  'all: a pattern': () => ({
    ...all(),
    search: 'sanne - lvl 14[89] was killed by a (rex|spino) - lvl 29',
    isPattern: 'true',
  }),
  'all: a pattern that is nowhere': () => ({ ...all(), search: '(dodo|phiomia) joined', isPattern: 'true' }),
};

/** @param {Reader} reader @returns {Promise<{ name: string, ms: number[], found: number }[]>} */
async function measureReads(reader) {
  const results = [];
  for (const [name, query] of Object.entries(queries)) {
    const ms = [];
    let found = 0;
    // The first round counts too: nobody asks twice to get a fast reply.
    for (let round = 0; round < rounds; round += 1) {
      const startedAt = performance.now();
      found = (await readEntries(reader, query())).length;
      ms.push(performance.now() - startedAt);
    }
    results.push({ name, ms, found });
  }
  return results;
}

/** @param {Reader} reader @param {Record<string, string>} query @returns {Promise<{ text: string }[]>} */
async function readEntries({ url, headers }, query) {
  const reply = await fetch(`${url}/api/logs/entries?${new URLSearchParams(query).toString()}`, { headers });
  const body = /** @type {any} */ (await reply.json());
  if (!body.data) throw new Stop(`The logs could not be read: ${JSON.stringify(body)}`);
  return body.data.entries;
}

/** How many lines of a host are stored. @param {Reader} reader @param {string} host */
async function countLines({ url, headers }, host) {
  const reply = await fetch(
    `${url}/api/logs/download?${new URLSearchParams({ ...day(), host, key: 'game' }).toString()}`,
    {
      headers,
    },
  );
  const lines = (await reply.text()).split('\n').filter((line) => line !== '');
  return { stored: lines.length, skipped: lines.filter((line) => line.includes('skipped')).length };
}

/** Waits until the last line of each host is there, and returns how long that took. @param {Reader} reader @param {string[]} hosts @param {string} last */
async function untilSeen(reader, hosts, last) {
  const startedAt = performance.now();
  for (const host of hosts) {
    while (!(await readEntries(reader, { host })).some(({ text }) => text === last)) {
      if (performance.now() - startedAt > 60_000) throw new Stop(`A line of ${host} never arrived.`);
      await wait(10);
    }
  }
  return performance.now() - startedAt;
}

const texts = (/** @type {string} */ name, /** @type {number} */ count) =>
  Array.from(
    { length: count },
    (_, n) => `Tribe Nomads, ID ${n}: Day ${n}, 12:34:56: ${name} ${n} was tamed by HeloRaptr`,
  );

/** An agent that sends lines of its server's log. @param {string} url @param {string} admin @param {string} name */
async function openLogConnection(url, admin, name) {
  const { token } = await addServer(url, admin, name);
  const { serverId, ask, close } = await connectAgent(url, token);
  const send = (/** @type {string[]} */ lines) => {
    const at = new Date().toISOString();
    return ask('logs', { lines: lines.map((text) => ({ at, key: 'game', level: 'info', text })), skipped: 0 });
  };
  return { serverId, send, close };
}

/** Two thousand lines at once. @param {Reader} reader @param {string} admin */
async function measureBurst(reader, admin) {
  const connection = await openLogConnection(reader.url, admin, 'Bench burst');
  const lines = texts('Burst', linesPerSecond);
  const startedAt = performance.now();
  await Promise.all([connection.send(lines.slice(0, 1_000)), wait(50).then(() => connection.send(lines.slice(1_000)))]);
  const sentMs = performance.now() - startedAt;
  await untilSeen(reader, [connection.serverId], lines.at(-1) ?? '');
  const seenMs = performance.now() - startedAt;
  const { stored, skipped } = await countLines(reader, connection.serverId);
  await connection.close();
  return { sentMs, seenMs, stored, skipped };
}

/** Several sources at the full rate of one. @param {Reader} reader @param {string} admin @param {number} pid */
async function measureFlow(reader, admin, pid) {
  /** @type {Awaited<ReturnType<typeof openLogConnection>>[]} */
  const connections = [];
  for (let n = 1; n <= sources; n += 1) connections.push(await openLogConnection(reader.url, admin, `Bench flow ${n}`));
  const batches = seconds * 4;
  const perBatch = linesPerSecond / 4;
  const count = batches * perBatch * sources;
  const last = texts(`Flow ${batches - 1}`, perBatch).at(-1) ?? '';
  const hosts = connections.map(({ serverId }) => serverId);
  let lagMs = 0;
  const { own, below } = await cpuDuring(pid, async () => {
    for (let batch = 0; batch < batches; batch += 1) {
      const lines = texts(`Flow ${batch}`, perBatch);
      await Promise.all([wait(250), ...connections.map((connection) => connection.send(lines))]);
    }
    lagMs = await untilSeen(reader, hosts, last);
  });
  const cpu = { own: (own / count) * 1e6, below: (below / count) * 1e6 };
  const stored = [];
  for (const host of hosts) stored.push(await countLines(reader, host));
  await Promise.all(connections.map((connection) => connection.close()));
  return {
    count,
    stored: stored.reduce((sum, { stored }) => sum + stored, 0),
    skipped: stored.reduce((sum, { skipped }) => sum + skipped, 0),
    lagMs,
    cpu,
  };
}

/**
 * @param {number} count
 * @param {{ name: string, ms: number[], found: number }[]} reads
 * @param {{ sentMs: number, seenMs: number, stored: number, skipped: number }} burst
 * @param {{ count: number, stored: number, skipped: number, lagMs: number, cpu: { own: number, below: number } }} flow
 */
function page(count, reads, burst, flow) {
  const rows = reads.map(({ name, ms, found }) => `| ${name} | ${inWords(spread(ms))} | ${found} |`);
  return `${count.toLocaleString('en')} entries of six hosts over ten days, in the portal's own database. ${rounds} rounds over HTTP; an answer has the newest
400 entries at most.

| \`GET /api/logs/entries\` | ms | entries |
|---|---|---|
${rows.join('\n')}

| lines over agent connections | sent | stored | marks of skipped ones | |
|---|---|---|---|---|
| 2,000 at once | in ${burst.sentMs.toFixed(0)} ms | ${burst.stored} | ${burst.skipped} | to be read after ${burst.seenMs.toFixed(0)} ms |
| ${sources} connections with ${linesPerSecond} a second each, for ${seconds} s | ${flow.count} | ${flow.stored} | ${flow.skipped} | the last to be read ${flow.lagMs.toFixed(0)} ms later; CPU µs a line: portal ${flow.cpu.own.toFixed(0)}, database ${flow.cpu.below.toFixed(0)} |`;
}
