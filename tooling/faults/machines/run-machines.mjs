import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createRandom } from '../../fuzz/random.mjs';
import { Stop } from '../../stop.mjs';
import { createClient } from '../http.mjs';
import { orphans, waitUntil } from '../product.mjs';
import { runFault } from '../run-faults.mjs';
import { player } from './game.mjs';
import { startMachines } from './machines.mjs';
import { openPage } from './page.mjs';

/** @typedef {import('../run-faults.mjs').Fault<import('./machines.mjs').Machines>} Fault */
/** @typedef {import('../run-faults.mjs').FaultResult} FaultResult */
/** @typedef {import('./machines.mjs').Machines} Machines */

const kind = 'machines';
const pageMs = 30_000;

/**
 * Several machines under a recorded load: each part is killed in turn and started again, and the portals are restarted one after
 * the other.
 * @param {{ seed: number, rounds: number, faults?: (fault: Pick<Fault, 'name'>) => boolean, signal?: AbortSignal, onResult?: (result: FaultResult) => void }} options
 * @returns {Promise<FaultResult[]>}
 */
export async function runMachines({ seed, rounds, faults = () => true, signal, onResult }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-machines-'));
  fs.chmodSync(folder, 0o711);
  /** @type {FaultResult[]} */
  const results = [];
  const machines = await startMachines(folder);
  try {
    const session = await openSession(machines);
    const page = openPage(machines.url, { token: session.token, ca: machines.ca, topic: 'files' });
    for (let round = 0; round < rounds; round += 1)
      for (const fault of faultsOf(machines, page).filter(faults)) {
        signal?.throwIfAborted();
        const context = { ...session, product: machines, random: createRandom(seed) };
        const result = await runFault(kind, fault, context, `m${seed}x${results.length}x`);
        onResult?.(result);
        results.push(result);
      }
    page.close();
  } finally {
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
  const [serverId = '', chatServerId = ''] = servers.map(({ id }) => id);
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
  const scene = { prepare, databases, serverId, chatServerId, playerId: player.id };
  return { token, world, clients: { admin: owner, owner, member: owner }, scene };
}

/** @param {Machines} machines @param {ReturnType<typeof openPage>} page @returns {Fault[]} */
function faultsOf({ parts, portals }, page) {
  const judgePage = async () => {
    const ms = await page.nextMessage(pageMs);
    return {
      note: `the page is right ${(ms / 1000).toFixed(1)} s after it was back`,
      violations: Number.isFinite(ms) ? [] : ['the open page was not right again'],
    };
  };
  /** @type {Fault[]} */
  const kills = parts.map((part) => ({
    name: `kill -9 ${part.name}, start again`,
    ends: [part.name],
    inject: async () => {
      await part.kill();
      await part.start();
      return judgePage();
    },
  }));
  return [
    ...kills,
    {
      name: 'restart the portals one after the other',
      ends: portals.map(({ name }) => name),
      inject: async ({ load }) => {
        const before = load.sent.length;
        for (const portal of portals) {
          await portal.stop();
          await portal.start();
        }
        const failed = load.sent.slice(before).filter(({ status }) => status === 0 || status >= 500);
        const { note, violations } = await judgePage();
        const texts = failed.map(
          ({ write, status, text }) => `failed during the restart: ${write} ${status} ${text.slice(0, 100)}`,
        );
        return { note, violations: [...violations, ...texts] };
      },
    },
  ];
}
