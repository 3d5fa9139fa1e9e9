import http from 'node:http';
import { Stop } from '../../stop.mjs';
import { addServer, connectAgent } from '../agents/agent-connection.mjs';
import { logIn } from '../portal.mjs';
import { cpuSeconds, ownCpuSeconds } from '../processes.mjs';
import { interleave, inWords, spread } from '../rounds.mjs';
import { withTwoPortals } from '../two-portals.mjs';

const rounds = 9;
const commands = 300;
/** Enough that no connection exceeds its rate of messages. */
const servers = 30;

/** @typedef {{ ms: number, cpuUs: number }} Sample the median of a round; of both portals and NATS together */

/** @returns {Promise<string>} */
export function measureRoute() {
  return withTwoPortals(async ({ here: holder, there: other, nats }) => {
    const token = await logIn(holder.url, 'admin');
    const agents = [];
    for (let number = 1; number <= servers; number += 1) {
      const server = await addServer(holder.url, token, `Bench ${number}`);
      agents.push(await connectAgent(holder.url, server.token, { 'server.ping': () => ({ roundTripMs: 1 }) }));
    }
    const serverIds = agents.map(({ serverId }) => serverId);
    const cpu = () => ownCpuSeconds(holder.pid) + ownCpuSeconds(other.pid) + cpuSeconds([nats.pid]);
    const samples = await interleave(
      {
        here: () => measureOnce(createSender(holder.url, serverIds, token), cpu),
        there: () => measureOnce(createSender(other.url, serverIds, token), cpu),
      },
      rounds,
    );
    for (const agent of agents) await agent.close();
    return page(samples);
  });
}

/** One command over a keep-alive connection, to one server after the other; returns how long it took, in ms. @param {string} url @param {string[]} serverIds @param {string} token */
function createSender(url, serverIds, token) {
  let sent = 0;
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const options = { agent, method: 'POST', headers: { authorization: `Bearer ${token}`, origin: url } };
  return () =>
    new Promise((/** @type {(ms: number) => void} */ resolve, reject) => {
      const sentAt = performance.now();
      const serverId = serverIds[sent++ % serverIds.length];
      const request = http.request(`${url}/api/ark/servers/${serverId}/ping`, options, (reply) => {
        if (reply.statusCode !== 200) reject(new Stop(`A command was answered with ${reply.statusCode}.`));
        reply.resume().on('end', () => resolve(performance.now() - sentAt));
      });
      request.on('error', reject).end();
    });
}

/** @param {() => Promise<number>} send @param {() => number} cpu @returns {Promise<Sample>} */
async function measureOnce(send, cpu) {
  const before = cpu();
  const ms = [];
  for (let count = 0; count < commands; count += 1) ms.push(await send());
  return { ms: spread(ms).median, cpuUs: ((cpu() - before) / commands) * 1e6 };
}

/** @param {string} name @param {Sample[]} list */
function row(name, list) {
  const [ms, cpu] = [list.map((sample) => sample.ms), list.map(({ cpuUs }) => cpuUs)];
  return `| ${name} | ${inWords(spread(ms), 2)} | ${inWords(spread(cpu))} |`;
}

/** @param {Record<string, Sample[]>} samples */
function page({ here = [], there = [] }) {
  const added = spread(there.map(({ ms }, index) => ms - (here[index]?.ms ?? Number.NaN)));
  return `${rounds} rounds of ${commands} commands (\`POST /api/ark/servers/<id>/ping\`), one after the other, to agents that reply at once. Two
portals share a database and a NATS server. Milliseconds are the median of a round; CPU time is that of both portals and NATS.

| the agent is connected to | ms a command | CPU µs a command |
|---|---|---|
${row('the portal that was asked', here)}
${row('the other one', there)}

The other portal adds **${inWords(added, 2)} ms**.`;
}
