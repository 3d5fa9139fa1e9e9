import { addServer, connectAgent } from '../agents/agent-connection.mjs';
import { logIn, runAdmin, withPortal } from '../portal.mjs';
import { cpuDuring } from '../processes.mjs';
import { interleave, inWords, spread } from '../rounds.mjs';
import { agentCosts, requestCosts, sizes } from './growth-costs.mjs';
import { verdict } from './verdict.mjs';

const rounds = 3;
const sampleMs = 250;
const factors = [1, 10, 100];

/** @typedef {{ url: string, pid: number, dataDir: string }} Portal */
/** @typedef {() => Promise<number>} Cost CPU µs of the portal and its database for one */

/** @returns {Promise<string>} */
export async function measureGrowth() {
  return page(await withSizes(factors, {}));
}

/** All portals run at the same time, so that they can take turns. @param {number[]} rest @param {Record<string, Cost>} costs @returns {Promise<Record<string, number[]>>} */
async function withSizes([factor, ...rest], costs) {
  if (factor === undefined) return interleave(costs, rounds);
  return withPortal(async (portal) => withSizes(rest, { ...costs, ...(await fill(portal, factor)) }));
}

/** Fills a portal and returns what is measured there. @param {Portal} portal @param {number} factor @returns {Promise<Record<string, Cost>>} */
async function fill({ url, pid, dataDir }, factor) {
  const count = (/** @type {keyof typeof sizes} */ what) => String(sizes[what] * factor);
  const token = await logIn(url, 'owner');
  // IDs may begin with a dash, hence `--`.
  const server = await addServer(url, token, 'Bench');
  await runAdmin(dataDir, ['add-servers', count('servers')]);
  await runAdmin(dataDir, ['add-players', count('players')]);
  await runAdmin(dataDir, ['load-structures', '--', server.id, count('structures')]);
  await runAdmin(dataDir, ['add-log-entries', count('log lines')]);
  await runAdmin(dataDir, ['add-bans', '--', server.id, count('bans')]);
  const headers = { authorization: `Bearer ${token}` };
  const { ask } = await connectAgent(url, server.token);
  const measured = [
    ...requestCosts.map(({ name, path }) => ({ name, run: () => get(`${url}/api/${path(server.id)}`, headers) })),
    ...agentCosts.map(({ name, method, params }) => ({ name, run: () => ask(method, params()) })),
  ];
  return Object.fromEntries(measured.map(({ name, run }) => [`${factor} ${name}`, () => measureOnce(pid, run)]));
}

/** @param {string} address @param {Record<string, string>} headers */
async function get(address, headers) {
  const reply = await fetch(address, { headers });
  if (!reply.ok) throw new Error(`${address} was answered with ${reply.status}: ${await reply.text()}`);
  await reply.arrayBuffer();
}

/** @param {number} pid @param {() => Promise<unknown>} run @returns {Promise<number>} */
async function measureOnce(pid, run) {
  const until = performance.now() + sampleMs;
  let count = 0;
  const { own, below } = await cpuDuring(pid, async () => {
    for (; count === 0 || performance.now() < until; count += 1) await run();
  });
  return ((own + below) / count) * 1e6;
}

/** @param {Record<string, number[]>} samples */
function page(samples) {
  const lines = [...requestCosts, ...agentCosts].map(({ of, name }) => {
    const spreads = factors.map((factor) => spread(samples[`${factor} ${name}`] ?? []));
    const cells = spreads.map((value) =>
      inWords({ ...value, low: value.low / 1000, high: value.high / 1000, median: value.median / 1000 }, 1),
    );
    return `| ${of} | ${name} | ${cells.join(' | ')} | ${verdict(spreads.map(({ median }) => median))} |`;
  });
  const base = Object.entries(sizes).map(([what, count]) => `${count.toLocaleString('en')} ${what}`);
  return `1× is ${base.join(', ')}, and 10× and 100× as many of everything, in three portals that take turns
over ${rounds} rounds. CPU ms of the portal and its database for one. The verdict compares 100× with 10×: flat is up to 1.5 times as much,
linear from 5 to 13 times.

| grows with | cost | 1× | 10× | 100× | verdict |
|---|---|---|---|---|---|
${lines.join('\n')}`;
}
