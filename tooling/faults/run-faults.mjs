import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { logIn } from '../bench/portal.mjs';
import { createRandom } from '../fuzz/random.mjs';
import { mountDrive, unmountDrive } from './drive.mjs';
import { createClient } from './http.mjs';
import { judgeProcesses, judgeReplies } from './judge.mjs';
import { kinds } from './kinds/kinds.mjs';
import { startLoad } from './load.mjs';
import { orphans, startProduct, waitUntil } from './product.mjs';
import { createWorld } from './world.mjs';

/** @typedef {import('./kinds/kinds.mjs').KindName} KindName */
/** What runs: its processes by name. @typedef {{ processes: () => Partial<Record<string, number>> }} Running */
/** Where the load writes; `prepare` runs before it. @typedef {{ prepare?: (mark: string) => Promise<void>, writes?: (mark: string) => Parameters<typeof startLoad>[1], databases: string, pauseMs: number, serverId: string, chatServerId: string, playerId: string }} Scene */
/** @template {Running} [P=import('./product.mjs').Product] @typedef {{ product: P, random: import('../fuzz/random.mjs').Random, load: import('./load.mjs').Load, mark: string, world: import('./world.mjs').World, clients: Record<'admin' | 'owner' | 'member', import('./http.mjs').Client>, scene: Scene }} FaultContext */
/**
 * `skipped` says why this machine cannot do it. `from` and `to`: while a part was missing, if not all the time.
 * @typedef {{ note?: string, skipped?: string, violations?: string[], from?: number, to?: number }} Injected */
/**
 * `inject` causes the fault and returns when it is over; `ends` are the processes that end by it, `excused` the writes of
 * which acknowledged ones may be missing; where it `isSeamless`, no request may fail; `judgeAfter` is called when the load has stopped.
 * @template {Running} [P=import('./product.mjs').Product]
 * @typedef {{ name: string, ends?: string[], excused?: import('./writes.mjs').WriteName[], isSeamless?: boolean, judgeAfter?: () => Promise<string[]>, inject: (context: FaultContext<P>) => Promise<Injected | void> }} Fault
 */
/** @typedef {{ kind: string, name: string, note: string, skipped: boolean, replies: number, refused: number, acknowledged: number, lost: number, againMs: { write: number, command: number }, violations: string[] }} FaultResult */

const serverId = 'demo-the-island';
const chatServerId = 'demo-lost-island';
const playerId = '76561190000000955';
const againMs = 45_000;
const driveMb = 700;
/** Of the load, between two writes of a kind. */
export const usualPauseMs = 60;
/** After it is served again, replies to what had begun before may still come. */
const graceMs = 1_000;

/**
 * Runs the product under a recorded load, causes faults, and checks what must hold whatever happens.
 * @param {{ seed: number, rounds: number, only: KindName[], faults?: (fault: Fault) => boolean, portalMain?: string, signal?: AbortSignal, onResult?: (result: FaultResult) => void }} options
 * @returns {Promise<FaultResult[]>}
 */
export async function runFaults(options) {
  const { seed, rounds, only, faults = () => true, portalMain, signal, onResult } = options;
  const random = createRandom(seed);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tribehall-faults-'));
  // Where root runs this, the database has a user of its own, and would be stored elsewhere.
  fs.chmodSync(folder, 0o711);
  const dataDir = path.join(folder, 'data');
  const hasDrive = only.includes('drive') && mountDrive(dataDir, driveMb);
  const product = await startProduct(folder, { dataDir, ...(portalMain && { portalMain }) });
  /** @type {FaultResult[]} */
  const results = [];
  try {
    await product.start();
    const session = await openSession(product);
    for (let round = 0; round < rounds; round += 1) {
      for (const kind of only) {
        for (const fault of kinds[kind].filter(faults)) {
          signal?.throwIfAborted();
          const result = await runFault(kind, fault, { ...session, product, random }, `f${seed}x${results.length}x`);
          onResult?.(result);
          results.push(result);
        }
      }
    }
  } finally {
    await product.stop();
    results.push(judgeEnd(product));
    if (hasDrive) unmountDrive(dataDir);
    fs.rmSync(folder, { recursive: true, force: true });
  }
  return results;
}

/** Logs in, and waits for a player who is known by then. @param {import('./product.mjs').Product} product */
async function openSession(product) {
  const { url } = product;
  const world = createWorld(product.control);
  const entries = await Promise.all(
    /** @type {const} */ (['admin', 'owner', 'member']).map(
      async (account) => /** @type {const} */ ([account, createClient(url, await logIn(url, account))]),
    ),
  );
  const clients = /** @type {FaultContext['clients']} */ (Object.fromEntries(entries));
  await ensurePlayer(world);
  const isKnown = () => clients.admin.read(`/ark/players/${playerId}/notes`).then((found) => found !== undefined);
  await waitUntil(isKnown, 60_000);
  // Otherwise the chat of the other games comes first.
  for (const id of [serverId, chatServerId])
    await clients.owner.send('PUT', `/ark/servers/${id}/chatSettings`, { sharesClusterChat: false });
  const scene = {
    databases: path.join(product.dataDir, 'databases'),
    pauseMs: usualPauseMs,
    serverId,
    chatServerId,
    playerId,
  };
  return { world, clients, scene };
}

/** @param {import('./world.mjs').World} world */
async function ensurePlayer(world) {
  const online = await world.survivors(serverId);
  if (online.some((one) => one.playerId === playerId)) return;
  await world.join(serverId, { playerId, platform: 'Steam', platformName: 'counter', name: 'Counter', level: 1 });
}

/**
 * Causes one fault under load and judges what came of it.
 * @template {Running} P
 * @param {string} kind @param {Fault<P>} fault @param {Omit<FaultContext<P>, 'load' | 'mark'>} session @param {string} mark @returns {Promise<FaultResult>}
 */
export async function runFault(kind, fault, session, mark) {
  const { world, clients, scene } = session;
  await ensurePlayer(world);
  await scene.prepare?.(mark);
  const load = startLoad({ ...clients, ...scene, world, mark }, scene.writes?.(mark));
  try {
    return await judgeFault(kind, fault, { ...session, load, mark });
  } finally {
    // It has, unless the fault could not be caused.
    await load.stop();
  }
}

/**
 * @template {Running} P
 * @param {string} kind @param {Fault<P>} fault @param {FaultContext<P>} context @returns {Promise<FaultResult>}
 */
async function judgeFault(kind, fault, context) {
  const { product, world, load } = context;
  const warmAt = performance.now();
  await waitUntil(() => load.hasWorkedSince(warmAt), againMs);
  const before = product.processes();
  const injectedAt = performance.now();
  const injected = (await fault.inject(context)) ?? {};
  const from = injected.from ?? injectedAt;
  const again = await waitUntilServed(load, from);
  if (fault.excused?.includes('event')) await ensurePlayer(world);
  const servedAt = performance.now();
  await waitUntil(() => load.hasWorkedSince(servedAt), againMs);
  const to = injected.to ?? performance.now() + graceMs;
  await delay(2 * graceMs);
  await load.stop();
  const { lost, violations } = await load.verify(fault.excused);
  const after = (await fault.judgeAfter?.()) ?? [];
  const { sent } = load;
  return {
    kind,
    name: fault.name,
    note: injected.skipped ?? injected.note ?? '',
    skipped: injected.skipped !== undefined,
    replies: sent.filter(({ status }) => status !== 0).length,
    refused: sent.filter(({ status }) => status === 0 || status >= 500).length,
    acknowledged: sent.filter(({ write, status }) => write !== 'read' && status >= 200 && status < 300).length,
    lost,
    againMs: again,
    violations: [
      ...violations,
      ...judgeReplies(sent, fault.isSeamless ? undefined : { from, to }),
      ...judgeProcesses(before, product.processes(), fault.ends ?? []),
      ...(injected.violations ?? []),
      ...after,
      ...(Number.isFinite(again.write) ? [] : ['writes were not served again']),
      ...(Number.isFinite(again.command) ? [] : ['commands did not reach the game again']),
    ],
  };
}

/** Milliseconds from the beginning of the fault until a write and a command work. @param {import('./load.mjs').Load} load @param {number} from */
async function waitUntilServed(load, from) {
  const measure = async (/** @type {import('./writes.mjs').WriteName} */ name) => {
    const isServed = await waitUntil(async () => (await load.write(name)).status === 200, againMs);
    return isServed ? performance.now() - from : Number.POSITIVE_INFINITY;
  };
  const [write, command] = await Promise.all([measure('note'), measure('command')]);
  return { write, command };
}

/** What must hold once the product has been stopped. @param {import('./product.mjs').Product} product @returns {FaultResult} */
function judgeEnd(product) {
  const left = orphans(product.folder).map(({ pid, command }) => `still running: ${pid} ${command.slice(0, 100)}`);
  const stray = [product.tempDir, path.join(product.dataDir, 'files'), path.join(product.dataDir, 'databases')]
    .filter((folder) => fs.existsSync(folder))
    .flatMap((folder) => listFiles(folder).filter((file) => folder === product.tempDir || isTemporary(file)));
  return {
    kind: 'end',
    name: 'processes and files left behind',
    note: '',
    skipped: false,
    replies: 0,
    refused: 0,
    acknowledged: 0,
    lost: 0,
    againMs: { write: 0, command: 0 },
    violations: [...left, ...stray.map((file) => `left behind: ${file}`)],
  };
}

/** @param {string} folder */
function listFiles(folder) {
  const names = /** @type {string[]} */ (fs.readdirSync(folder, { recursive: true }));
  return names.map((name) => path.join(folder, name)).filter((file) => fs.statSync(file).isFile());
}

/** @param {string} file */
function isTemporary(file) {
  return /^\.|\.(tmp|part|partial)$/.test(path.basename(file));
}
