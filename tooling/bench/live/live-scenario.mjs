import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../../paths.mjs';
import { readyMessage, stopProgram } from '../../run/program.mjs';
import { Stop } from '../../stop.mjs';
import { ask, openConnection } from '../agents/agent-client.mjs';
import { addAgents, startPortal, withDataFolder } from '../portal.mjs';
import { ownCpuSeconds } from '../processes.mjs';
import { interleave, inWords, ratio, spread } from '../rounds.mjs';
import { logInFor, withClients } from './clients.mjs';

const rounds = 4;
const readers = 1_000;
const batches = 12;
const messages = 10;
/** A little longer than the portal collects messages. */
const everyMs = 300;
const deliveries = readers * batches;

/** @typedef {{ cpu: number, bytes: number }} Sample CPU µs per chunk and reader, and the bytes of a chunk */

/** @returns {Promise<string>} */
export function measureLive() {
  return withDataFolder(async (dataDir) => {
    const portal = await startPortal(dataDir);
    const writer = fork(path.join(root, 'tooling/bench/live/baseline-writer.mjs'));
    try {
      const ready = await readyMessage(writer, 10_000);
      if (!ready) throw new Stop('The writer did not start.');
      const [read, unread] = await openAgents(portal.url, await addAgents(dataDir, 2));
      return await withClients((followers) =>
        withClients(async (others) => {
          const sessions = await logInFor(portal.url, readers);
          const topics = `users.me,chat.server/${read?.serverId}`;
          const port = Number(new URL(portal.url).port);
          await followers({ streams: { port, path: `/api/events?topics=${topics}`, sessions, count: readers } });
          await others({ streams: { port: ready.port, path: '/', sessions: [], count: readers } });
          let bytes = 0;
          const contestants = {
            read: async () => {
              const sample = await measure(portal.pid, followers, () => sendMessages(read));
              bytes = Math.round(sample.bytes);
              return sample;
            },
            unread: () => measure(portal.pid, followers, () => sendMessages(unread)),
            raw: () =>
              measure(writer.pid ?? 0, others, async () => {
                writer.send({ bytes, times: batches, everyMs });
                await once(writer, 'message');
              }),
          };
          return table(await interleave(contestants, rounds));
        }),
      );
    } finally {
      await stopProgram(writer);
      await portal.stop();
    }
  });
}

/** @typedef {{ socket: import('ws').WebSocket, serverId: string }} Agent */

/** @param {string} url @param {string[]} tokens @returns {Promise<Agent[]>} */
async function openAgents(url, tokens) {
  const agents = [];
  for (const token of tokens) {
    let serverId = '';
    const onWelcome = (/** @type {{ serverId: string }} */ welcome) => (serverId = welcome.serverId);
    const socket = await openConnection(`${url.replace('http', 'ws')}/api/ark/link`, token, { onWelcome });
    agents.push({ socket, serverId });
  }
  return agents;
}

let seq = 0;

/** Chat of the game, so many messages at a time. @param {Agent | undefined} agent */
async function sendMessages(agent) {
  if (!agent) throw new Stop('There is no agent.');
  for (let batch = 0; batch < batches; batch += 1) {
    const at = new Date().toISOString();
    const events = Array.from({ length: messages }, () => {
      seq += 1;
      const data = { kind: 'player', name: 'Bench', survivor: 'Bench', text: `message ${seq} of the benchmark` };
      return { seq, at, type: 'chat.line', data };
    });
    await Promise.all([ask(agent.socket, 'events', { events }), wait(everyMs)]);
  }
}

/** @param {number} pid @param {import('./clients.mjs').Perform} clients @param {() => Promise<void>} send @returns {Promise<Sample>} */
async function measure(pid, clients, send) {
  const received = async () => (await clients({ received: true })).receivedBytes;
  const before = { cpu: ownCpuSeconds(pid), bytes: await received() };
  await send();
  await wait(everyMs);
  const bytes = ((await received()) - before.bytes) / deliveries;
  return { cpu: ((ownCpuSeconds(pid) - before.cpu) / deliveries) * 1e6, bytes };
}

const words = (/** @type {number[]} */ values) => inWords(spread(values), 1);

/** @param {Record<string, Sample[]>} samples */
function table(samples) {
  const cpu = (/** @type {string} */ name) => (samples[name] ?? []).map((sample) => sample.cpu);
  const [read, unread, raw] = [cpu('read'), cpu('unread'), cpu('raw')];
  const delivery = read.map((value, round) => value - (unread[round] ?? 0));
  const bytes = inWords(spread((samples['read'] ?? []).map((sample) => sample.bytes)));
  return `${rounds} rounds: an agent sends ${batches} batches of ${messages} chat messages, one every ${everyMs} ms. ${readers.toLocaleString('en')} streams of members follow
the server's chat and their own account. The same from a server that nobody follows is what the portal does without readers: it
stores the messages, checks the sessions of the streams and sends their heartbeats; the rest is delivery. The floor writes as many
bytes to as many sockets from one buffer.

| CPU µs a stream, each time ${bytes} bytes | with readers | without | delivery | raw TCP | ratio |
|---|---|---|---|---|---|
| a chunk of ${messages} messages | ${words(read)} | ${words(unread)} | ${words(delivery)} | ${words(raw)} | **${inWords(ratio(raw, delivery), 2)}** |`;
}
