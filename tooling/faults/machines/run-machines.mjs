import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '../../fuzz/random.mjs';
import { Stop } from '../../stop.mjs';
import { createClient } from '../http.mjs';
import { judgePages } from '../judge.mjs';
import { orphans, waitUntil } from '../product.mjs';
import { runFault, usualPauseMs } from '../run-faults.mjs';
import { player } from './game.mjs';
import { machineWrites } from './machine-writes.mjs';
import { startMachines } from './machines.mjs';
import { openPages } from './pages.mjs';

/** @typedef {import('../run-faults.mjs').Fault<import('./machines.mjs').Machines>} Fault */
/** @typedef {import('../run-faults.mjs').FaultResult} FaultResult */
/** @typedef {import('./machines.mjs').Machines} Machines */

const kind = 'machines';
/** How soon every open page has to be right again. */
const usualRightWithinMs = 5_000;
/** The moments of a kill and of the next start are chosen from so long. */
const [killWithinMs, startWithinMs] = [3_000, 1_000];

/**
 * Several machines under a recorded load: each part is killed in turn and started again, and the portals are restarted one after
 * the other.
 * @param {{ seed: number, rounds: number, portalCount?: number, rightWithinMs?: number, faults?: (fault: Pick<Fault, 'name'>) => boolean, signal?: AbortSignal, onResult?: (result: FaultResult) => void }} options
 * @returns {Promise<FaultResult[]>}
 */
export async function runMachines(options) {
  const {
    seed,
    rounds,
    portalCount = 3,
    rightWithinMs = usualRightWithinMs,
    faults = () => true,
    signal,
    onResult,
  } = options;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-machines-'));
  fs.chmodSync(folder, 0o711);
  const random = createRandom(seed);
  /** @type {FaultResult[]} */
  const results = [];
  const machines = await startMachines(folder, portalCount);
  /** @type {import('./pages.mjs').Pages | undefined} */
  let pages;
  try {
    const session = await openSession(machines);
    pages = openPages(machines, { token: session.token, serverId: session.scene.chatServerId });
    for (let round = 0; round < rounds; round += 1)
      for (const fault of faultsOf(machines, pages, rightWithinMs).filter(faults)) {
        signal?.throwIfAborted();
        await pages.spread();
        const context = { ...session, product: machines, random };
        const result = await runFault(kind, fault, context, `m${seed}x${results.length}x`);
        onResult?.(result);
        results.push(result);
      }
  } finally {
    pages?.close();
    await machines.stop();
    const left = orphans(folder).map(({ pid, command }) => `still running: ${pid} ${command.slice(0, 100)}`);
    if (left.length > 0) results.at(-1)?.violations.push(...left);
    fs.rmSync(folder, { recursive: true, force: true });
  }
  return results;
}

/** An Owner, two servers with an agent, and a world that is steered through their games. @param {Machines} machines */
async function openSession({ url, ca, setup, games, portals, databases, startAgent }) {
  const stranger = createClient(url, '', { ca });
  const account = { email: 'olga@example.test', username: 'Olga', password: 'a long enough one', setup };
  const { status, text } = await stranger.send('POST', '/users/register', account);
  if (status !== 200) throw new Stop(`Nobody could register: ${status} ${text}`);
  const token = String(JSON.parse(text).data.accessToken);
  const owner = createClient(url, token, { ca });
  const servers = await Promise.all(
    games.map(async (_, index) => {
      const reply = await owner.send('POST', '/ark/servers', { name: `Game ${index}`, game: 'asa' });
      const { server, token } = JSON.parse(reply.text).data;
      return { id: String(server.id), token: String(token) };
    }),
  );
  await startAgent(servers);
  const gameOf = (/** @type {string} */ id) => games[servers.findIndex((server) => server.id === id)];
  const world = /** @type {import('../world.mjs').World} */ (
    /** @type {unknown} */ ({
      say: async (/** @type {string} */ id, /** @type {string} */ _playerId, /** @type {string} */ text) =>
        gameOf(id)?.say(text),
      received: async (/** @type {string} */ id) => gameOf(id)?.received ?? [],
      survivors: async () => [{ playerId: player.id }],
    })
  );
  const [serverId = '', chatServerId = '', slowServerId = ''] = servers.map(({ id }) => id);
  const isKnown = async () => (await owner.read(`/ark/players/${player.id}/notes`)) !== undefined;
  if (!(await waitUntil(isKnown, 60_000))) throw new Stop('The player of the games does not appear.');
  /** A database that is made by hand on one machine: the others have it a little later. @param {string} mark */
  const prepare = async (mark) => {
    fs.mkdirSync(databases, { recursive: true });
    fs.writeFileSync(path.join(databases, `${mark}.json`), '{}');
    const isEverywhere = async () => {
      const found = await Promise.all(portals.map(() => owner.read(`/databases/${mark}.json?as=text`)));
      return found.every((one) => one !== undefined);
    };
    if (!(await waitUntil(isEverywhere, 30_000))) throw new Stop('A database does not appear on all portals.');
  };
  const besides = { url, ca, account, slowServerId };
  const scene = {
    prepare,
    writes: () => machineWrites(besides),
    databases,
    pauseMs: usualPauseMs,
    serverId,
    chatServerId,
    playerId: player.id,
  };
  return { token, world, clients: { admin: owner, owner, member: owner }, scene };
}

/** @param {Machines} machines @param {import('./pages.mjs').Pages} pages @param {number} rightWithinMs @returns {Fault[]} */
function faultsOf({ parts, portals }, pages, rightWithinMs) {
  /** @type {(part: import('./part.mjs').Part) => Fault} */
  const killOf = (part) => ({
    name: `kill -9 ${part.name}, start again`,
    ends: [part.name],
    judgeAfter: pages.judgeEnd,
    inject: async ({ load, mark, random }) => {
      await delay(random.integer(killWithinMs));
      const killedAt = performance.now();
      await part.kill();
      // Of portals there are others, so pages and requests do not wait for this one.
      const hasOthers = portals.some(({ name }) => name === part.name);
      const whileAway = delay(random.integer(startWithinMs));
      if (!hasOthers) await whileAway;
      const from = hasOthers ? killedAt : performance.now();
      const start = async () => {
        await whileAway;
        const startedAt = performance.now();
        await part.start();
        return ((performance.now() - startedAt) / 1000).toFixed(1);
      };
      const [times, startS] = await Promise.all([pages.untilRight({ load, mark, from }), start()]);
      const { note, violations } = judgePages([times], rightWithinMs);
      return {
        note: `started in ${startS} s, ${note}`,
        violations,
        from: killedAt,
        ...(hasOthers && { to: killedAt + rightWithinMs }),
      };
    },
  });
  return [
    ...parts.map(killOf),
    {
      name: 'restart the portals one after the other',
      ends: portals.map(({ name }) => name),
      isSeamless: true,
      judgeAfter: pages.judgeEnd,
      inject: async ({ load, mark }) => {
        /** @type {number[][]} */
        const times = [];
        for (const portal of portals) {
          const right = pages.untilRight({ load, mark, from: performance.now() });
          await portal.stop();
          await portal.start();
          times.push(await right);
        }
        return judgePages(times, rightWithinMs);
      },
    },
  ];
}
