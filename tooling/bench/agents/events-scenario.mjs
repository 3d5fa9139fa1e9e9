import { fork } from 'node:child_process';
import path from 'node:path';
import { WebSocket } from 'ws';
import { root } from '../../paths.mjs';
import { readyMessage, stopProgram } from '../../run/program.mjs';
import { Stop } from '../../stop.mjs';
import { logIn, startPortal, withDataFolder } from '../portal.mjs';
import { cpuSeconds, processTree } from '../processes.mjs';
import { interleave, inWords, ratio, spread } from '../rounds.mjs';

const rounds = 5;
const connections = 50;
const batches = 10;
const eventsPerBatch = 20;
const events = connections * batches * eventsPerBatch;

/** @typedef {{ own: number, below: number }} Sample CPU µs per event, of the server and of its child processes */

/** @returns {Promise<string>} */
export function measureEvents() {
  return withDataFolder(async (dataDir) => {
    const portal = await startPortal(dataDir);
    const baseline = fork(path.join(root, 'tooling/bench/agents/baseline-server.mjs'));
    try {
      const ready = await readyMessage(baseline, 10_000);
      if (!ready) throw new Stop('The baseline server did not start.');
      const tokens = await addServers(portal.url);
      const link = `${portal.url.replace('http', 'ws')}/api/ark/link`;
      const contestants = {
        chat: () => measureOnce(portal.pid, link, tokens, chatMessage),
        events: () => measureOnce(portal.pid, link, tokens, gameEvent),
        baseline: () => measureOnce(baseline.pid ?? 0, `ws://127.0.0.1:${ready.port}`, tokens, chatMessage),
      };
      return table(await interleave(contestants, rounds));
    } finally {
      await stopProgram(baseline);
      await portal.stop();
    }
  });
}

/** @param {string} url @param {number} [count] @returns {Promise<string[]>} agent tokens */
export async function addServers(url, count = connections) {
  const headers = { authorization: `Bearer ${await logIn(url, 'admin')}`, 'content-type': 'application/json' };
  const tokens = [];
  for (let number = 1; number <= count; number += 1) {
    const body = JSON.stringify({ name: `Bench ${number}`, game: 'asa' });
    const reply = /** @type {any} */ (
      await (await fetch(`${url}/api/ark/servers`, { method: 'POST', headers, body })).json()
    );
    if (!reply.data?.token) throw new Stop(`A server could not be added: ${JSON.stringify(reply)}`);
    tokens.push(reply.data.token);
  }
  return tokens;
}

/** @typedef {(batch: number, index: number) => { type: string, data: object }} EventMaker */

/** @type {EventMaker} */
const chatMessage = (batch, index) => ({
  type: 'chat.line',
  data: { kind: 'player', name: 'Bench', survivor: 'Bench', text: `line ${batch} ${index} of the benchmark` },
});

/** A death, as the agent sends it. @type {EventMaker} */
const gameEvent = (batch, index) => ({
  type: 'game.event',
  data: {
    kind: 'died',
    text: `Bench ${batch} ${index} - Lvl 98 (Tribe of Bench) was killed by a Rex - Lvl 105 ()!`,
    player: { id: `7656119800000${String(batch * eventsPerBatch + index).padStart(4, '0')}`, name: 'Bench', level: 98 },
    tribe: { name: 'Tribe of Bench' },
    other: { name: 'Rex', level: 105 },
  },
});

/**
 * @param {number} pid @param {string} address @param {string[]} tokens @param {EventMaker} makeEvent
 * @returns {Promise<Sample>}
 */
async function measureOnce(pid, address, tokens, makeEvent) {
  // Eight at a time: the portal accepts ten connections of one address that have not sent hello yet.
  const open = [];
  for (let at = 0; at < tokens.length; at += 8) {
    open.push(...(await Promise.all(tokens.slice(at, at + 8).map((token) => openConnection(address, token)))));
  }
  const children = processTree(pid).filter((found) => found !== pid);
  const before = { own: cpuSeconds([pid]), below: cpuSeconds(children) };
  await Promise.all(open.map((socket) => sendAll(socket, makeEvent)));
  const sample = {
    own: perEvent(cpuSeconds([pid]) - before.own),
    below: perEvent(cpuSeconds(children) - before.below),
  };
  await Promise.all(open.map(close));
  return sample;
}

/** @param {number} seconds */
function perEvent(seconds) {
  return (seconds / events) * 1e6;
}

/** @param {string} address @param {string} token @returns {Promise<WebSocket>} after hello */
export async function openConnection(address, token) {
  const socket = new WebSocket(address, { headers: { authorization: `Bearer ${token}` } });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  await ask(socket, 'hello', {
    protocol: 2,
    agent: { name: 'bench', version: '1' },
    game: 'asa',
    name: null,
    map: null,
    version: null,
    capabilities: { can: [], cannot: [] },
    stream: `bench-${process.hrtime.bigint()}`,
    now: new Date().toISOString(),
  });
  return socket;
}

/** Batches one after the other, as an agent sends them. @param {WebSocket} socket @param {EventMaker} makeEvent */
async function sendAll(socket, makeEvent) {
  for (let batch = 0; batch < batches; batch += 1) {
    const batchEvents = Array.from({ length: eventsPerBatch }, (_, index) => ({
      seq: batch * eventsPerBatch + index + 1,
      at: new Date().toISOString(),
      ...makeEvent(batch, index),
    }));
    await ask(socket, 'events', { events: batchEvents });
  }
}

/** @param {WebSocket} socket @param {string} method @param {object} params @returns {Promise<void>} */
export function ask(socket, method, params) {
  return new Promise((resolve, reject) => {
    /** @param {number} code */
    const refuse = (code) => reject(new Stop(`The connection was closed with ${code}.`));
    socket.once('close', refuse);
    socket.once('message', (/** @type {Buffer} */ data) => {
      socket.off('close', refuse);
      const { error } = JSON.parse(String(data));
      if (error) reject(new Stop(`${method} was refused: ${JSON.stringify(error)}`));
      else resolve();
    });
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  });
}

/** @param {WebSocket} socket @returns {Promise<void>} */
function close(socket) {
  return new Promise((resolve) => {
    socket.once('close', () => resolve());
    socket.close();
  });
}

/** @param {Record<string, Sample[]>} samples */
function table(samples) {
  const baseline = (samples['baseline'] ?? []).map(({ own }) => own);
  /** @param {string} what @param {Sample[]} [measured] */
  const row = (what, measured = []) => {
    const own = measured.map((sample) => sample.own);
    const database = inWords(spread(measured.map(({ below }) => below)));
    const times = `**${inWords(ratio(own, baseline), 1)}**`;
    return `| ${what} | ${inWords(spread(own))} | ${inWords(spread(baseline), 1)} | ${times} | ${database} |`;
  };
  return `${rounds} rounds: ${connections} agents send ${batches} batches of ${eventsPerBatch} events each, one batch in flight at a time.
The baseline is a \`ws\` server that parses a batch and acknowledges it; the portal validates and stores every event, publishes
chat messages, and commits before it acknowledges.

| | portal, CPU µs an event | baseline | ratio | database, CPU µs an event |
|---|---|---|---|---|
${row('chat messages', samples['chat'])}
${row('events of the game', samples['events'])}`;
}
