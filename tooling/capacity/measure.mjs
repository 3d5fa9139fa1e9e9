import { setTimeout as wait } from 'node:timers/promises';
import { addServer, connectAgent } from '../bench/agents/agent-connection.mjs';
import { logIn, withPortal } from '../bench/portal.mjs';
import { cpuDuring, residentMib } from '../bench/processes.mjs';
import { load } from './unit-costs.mjs';

const idleSeconds = 15;
const messagesEach = 3;
const busySeconds = messagesEach / load.eventsPerSecond;
/** The portal accepts ten connections of one address that have not sent hello yet. */
const atOnce = 8;

/** @typedef {{ own: number, below: number }} Used by the portal's process and by its database */

/**
 * What so many agents cost a portal when each sends one chat message every ten seconds. Loads are CPU time per
 * second that the messages are spread over, also where a busy machine takes longer.
 * @typedef {{ agents: number, opening: Used, message: Used, idleLoad: Used, load: Used, kbEach: number }} Point CPU ms of one; CPU
 *   seconds a second; memory of a connection
 * @param {number} agents @returns {Promise<Point>}
 */
export function measurePoint(agents) {
  return withPortal(async ({ url, pid }) => {
    const admin = await logIn(url, 'admin');
    const tokens = await inParallel(agents, async (n) => (await addServer(url, admin, `Capacity ${n}`)).token);
    const before = residentMib(pid);
    /** @type {import('../bench/agents/agent-connection.mjs').AgentConnection[]} */
    let connections = [];
    const opening = await cpuDuring(pid, async () => {
      connections = await inParallel(agents, (n) => connectAgent(url, tokens[n] ?? ''));
    });
    const kbEach = ((residentMib(pid) - before) * 1024) / agents;
    // What follows a connection, such as settings for it, is over by then.
    await wait(5_000);
    const idle = await cpuDuring(pid, () => wait(idleSeconds * 1000));
    const busy = await cpuDuring(pid, () => sendLines(connections));
    const each = (/** @type {Used} */ sum, count = 1) => ({
      own: (sum.own / agents / count) * 1e3,
      below: (sum.below / agents / count) * 1e3,
    });
    return {
      agents,
      opening: each(opening),
      message: each(busy, messagesEach),
      idleLoad: { own: idle.own / idleSeconds, below: idle.below / idleSeconds },
      load: { own: busy.own / busySeconds, below: busy.below / busySeconds },
      kbEach,
    };
  });
}

/** Each agent at its own moment, one message at a time. @param {import('../bench/agents/agent-connection.mjs').AgentConnection[]} connections */
async function sendLines(connections) {
  const everyMs = 1000 / load.eventsPerSecond;
  const send = async (/** @type {(typeof connections)[number]} */ { ask }, /** @type {number} */ number) => {
    await wait((number / connections.length) * everyMs);
    for (let seq = 1; seq <= messagesEach; seq += 1) {
      await ask('events', { events: [chatMessage(seq)] });
      if (seq < messagesEach) await wait(everyMs);
    }
  };
  await Promise.all(connections.map(send));
}

/** @param {number} seq */
function chatMessage(seq) {
  const data = { kind: 'player', name: 'Bench', survivor: 'Bench', text: `line ${seq}` };
  return { seq, at: new Date().toISOString(), type: 'chat.line', data };
}

/** @template T @param {number} count @param {(number: number) => Promise<T>} work @returns {Promise<T[]>} */
async function inParallel(count, work) {
  /** @type {T[]} */
  const results = [];
  let next = 0;
  const worker = async () => {
    for (let number = next++; number < count; number = next++) results[number] = await work(number);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker));
  return results;
}
