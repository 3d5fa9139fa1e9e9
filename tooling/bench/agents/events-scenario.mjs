import { fork } from 'node:child_process';
import path from 'node:path';
import { root } from '../../paths.mjs';
import { readyMessage, stopProgram } from '../../run/program.mjs';
import { Stop } from '../../stop.mjs';
import { addAgents, startPortal, withDataFolder } from '../portal.mjs';
import { cpuSeconds, processTree } from '../processes.mjs';
import { interleave, inWords, ratio, spread } from '../rounds.mjs';
import { ask, openConnection } from './agent-client.mjs';

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
      const tokens = await addAgents(dataDir, connections);
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

/** Batches one after the other, as an agent sends them. @param {import('ws').WebSocket} socket @param {EventMaker} makeEvent */
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

/** @param {import('ws').WebSocket} socket @returns {Promise<void>} */
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
