import { setTimeout as wait } from 'node:timers/promises';
import { Stop } from '../../stop.mjs';
import { logIn, runAdmin, withPortal } from '../portal.mjs';
import { cpuDuring } from '../processes.mjs';
import { interleave, inWords, ratio, spread } from '../rounds.mjs';
import { bansQuestions, importedPage } from './bans-questions.mjs';

const rounds = 4;
const repeats = 3;
const floorRequests = 100;
const idleMs = 20_000;
const limitMs = 300;
/** An Admin, a moderator of a server, and one of a cluster. */
const accounts = /** @type {const} */ (['admin', 'member', 'newcomer']);

/** @typedef {{ ms: number[], own: number, below: number }} Sample CPU ms per request, of the portal and of its database */
/** @typedef {{ url: string, pid: number, headers: Record<string, string> }} Reader */
/** @typedef {import('./bans-questions.mjs').Places} Places */

/** @returns {Promise<string>} */
export async function measureBans() {
  const count = Number(process.env.BENCH_BANS ?? 100_000);
  const empty = await withPortal(async ({ pid }) => measureIdle(pid));
  return withPortal(async ({ url, pid, dataDir }) => {
    await runAdmin(dataDir, ['add-ban-list', String(count)]);
    const idle = await measureIdle(pid);
    const readers = Object.fromEntries(
      await Promise.all(accounts.map(async (account) => [account, await createReader(url, pid, account)])),
    );
    const places = await prepare(readers.admin);
    /** @type {Record<string, () => Promise<Sample>>} */
    const contestants = {};
    for (const account of accounts) {
      const reader = readers[account];
      for (const { name, path, of = accounts } of bansQuestions)
        if (of.includes(account))
          contestants[`${name}|${account}`] = () => measureOnce(reader, repeats, (n) => get(reader, path(places, n)));
      contestants[`floor|${account}`] = () => measureOnce(reader, floorRequests, () => get(reader, 'users/me'));
    }
    // Afterwards: what they leave to be done on the servers would disturb the others.
    const imports = Object.fromEntries(
      /** @type {const} */ (['server', 'cluster', 'all']).map((reach) => [
        `an import of 200 bans for ${reachNames[reach]}|admin`,
        () =>
          measureOnce(readers.admin, repeats, () =>
            post(readers.admin, 'ark/sanctions/import', importedPage(places, reach)),
          ),
      ]),
    );
    const samples = await interleave(contestants, rounds);
    return page(count, { ...samples, ...(await interleave(imports, rounds)) }, { empty, idle });
  });
}

const reachNames = { server: 'a server', cluster: 'a cluster', all: 'all servers' };

/** @param {string} url @param {number} pid @param {typeof accounts[number]} account @returns {Promise<Reader>} */
async function createReader(url, pid, account) {
  return { url, pid, headers: { authorization: `Bearer ${await logIn(url, account)}` } };
}

/** CPU ms a second of a portal and its database while nobody does anything. @param {number} pid */
async function measureIdle(pid) {
  await wait(3_000);
  const { own, below } = await cpuDuring(pid, () => wait(idleMs));
  return { own: own / (idleMs / 1e6), below: below / (idleMs / 1e6) };
}

/** Makes two members moderators, and finds the cursor of a page far down. @param {Reader} admin @returns {Promise<Places>} */
async function prepare(admin) {
  const servers = await get(admin, 'ark/servers?nameFilter=load');
  const [server] = servers.filter((/** @type {any} */ { cluster }) => cluster);
  const places = { serverId: server.id, clusterId: server.cluster.id };
  const powers = ['history', 'kick', 'warn', 'mute', 'ban'];
  const grant = { powers, maxBanDays: null };
  const ofServer = { type: 'server', serverId: places.serverId };
  const ofCluster = { type: 'cluster', clusterId: places.clusterId };
  await post(admin, 'ark/moderators', { ...grant, username: 'Mira', reach: ofServer });
  await post(admin, 'ark/moderators', { ...grant, username: 'Nico', reach: ofCluster });
  let before = '';
  for (let page = 0; page < 50; page += 1) {
    const found = await get(admin, `ark/sanctions?kind=ban&limit=1000${before === '' ? '' : `&before=${before}`}`);
    if (found.next === null) break;
    before = found.next;
  }
  return { ...places, before };
}

/** @param {Reader} reader @param {string} path */
async function get({ url, headers }, path) {
  return dataOf(path, await fetch(`${url}/api/${path}`, { headers }));
}

/** @param {Reader} reader @param {string} path @param {object} body */
async function post({ url, headers }, path, body) {
  const all = { ...headers, 'content-type': 'application/json' };
  return dataOf(path, await fetch(`${url}/api/${path}`, { method: 'POST', headers: all, body: JSON.stringify(body) }));
}

/** @param {string} path @param {Response} reply @returns {Promise<any>} */
async function dataOf(path, reply) {
  const body = /** @type {any} */ (await reply.json());
  if (!reply.ok) throw new Stop(`${path} was answered with ${reply.status}: ${JSON.stringify(body)}`);
  return body.data;
}

/** @param {Reader} reader @param {number} times @param {(n: number) => Promise<unknown>} run @returns {Promise<Sample>} */
async function measureOnce({ pid }, times, run) {
  /** @type {number[]} */
  const ms = [];
  const { own, below } = await cpuDuring(pid, async () => {
    for (let n = 0; n < times; n += 1) {
      const startedAt = performance.now();
      await run(n);
      ms.push(performance.now() - startedAt);
    }
  });
  return { ms, own: (own / times) * 1e3, below: (below / times) * 1e3 };
}

/** @typedef {{ own: number, below: number }} Idle */

/** @param {Sample[]} all */
const cpu = (all) => all.map(({ own, below }) => own + below);

/** @param {Idle} idle */
const perSecond = ({ own, below }) => `${own.toFixed(1)} + ${below.toFixed(1)}`;

/** Median and 95 %; bold: above the limit. @param {Sample[] | undefined} measured */
function inMs(measured) {
  if (!measured) return '';
  const ms = measured.flatMap((sample) => sample.ms).toSorted((a, b) => a - b);
  const at = (/** @type {number} */ share) => ms[Math.ceil(share * ms.length) - 1] ?? Number.NaN;
  const text = `${at(0.5).toFixed(0)} (${at(0.95).toFixed(0)})`;
  return at(0.5) > limitMs ? `**${text}**` : text;
}

/** @param {number} count @param {Record<string, Sample[]>} samples @param {{ empty: Idle, idle: Idle }} idles */
function page(count, samples, { empty, idle }) {
  const names = new Set(Object.keys(samples).map((key) => key.split('|')[0] ?? ''));
  names.delete('floor');
  const rows = [...names].map((name) => {
    const measured = samples[`${name}|admin`] ?? [];
    const own = inWords(spread(measured.map((sample) => sample.own)));
    const database = inWords(spread(measured.map(({ below }) => below)));
    const times = inWords(ratio(cpu(measured), cpu(samples['floor|admin'] ?? [])));
    const ms = accounts.map((account) => inMs(samples[`${name}|${account}`])).join(' | ');
    return `| ${name} | ${ms} | ${own} | ${database} | ${times} |`;
  });
  return `${count.toLocaleString('en')} bans on 20 servers in four clusters, half of them active, seven of ten for a server, two for a cluster and one for
all: 370,000 rows of where they are. ${rounds} rounds of ${repeats} requests each over HTTP, milliseconds as the median and 95 %; at most ${limitMs} a page.
CPU time is that of an Admin's request. The floor is \`GET /api/users/me\`, portal and database together, in the same rounds.

| request | Admin, ms | moderator of a server | of a cluster | portal, CPU ms | database, CPU ms | times the floor |
|---|---|---|---|---|---|---|
${rows.join('\n')}

While nobody does anything, looking for what is due takes the portal and its database ${perSecond(idle)} ms of CPU time a second, with all else
that they do then; without bans ${perSecond(empty)} ms.`;
}
