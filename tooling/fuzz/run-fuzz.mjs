import http from 'node:http';
import fs from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { findFault } from './judge.mjs';
import { generateRequest, listOperations } from './generate-request.mjs';
import { createKnownIds } from './known-ids.mjs';
import { createRandom } from './random.mjs';
import { send } from './send.mjs';
import { createThrowaways } from './throwaways.mjs';

/** @typedef {import('./generate-request.mjs').FuzzRequest} FuzzRequest */
/** @typedef {{ request: FuzzRequest, account: string, fault: string }} Fault */
/** @typedef {{ count: number, slowestMs: number }} Slow */
/** @typedef {{ requests: number, loggedIn: number }} Presence requests of an account, and those whose session was alive */
/**
 * @typedef {{ requests: number, operations: number, statuses: Record<string, number>, slow: Record<string, Slow>, presence: Record<string, Presence>, others: { requests: number, slow: number, slowestMs: number }, faults: Fault[], rssKb: { before: number, after: number } }} FuzzResult
 * `slow` has what took longer than 200 ms, by call; `others` what someone else noticed meanwhile; memory was read after the warm-up, and at the end.
 */

/** Nobody is logged in as the first. */
export const accounts = ['', 'newcomer', 'member', 'moderator', 'admin', 'owner'];
/** Whoever changes the address or password, removes the account or ends its sessions is missing from the rest of the run: so these are for throwaway accounts. */
const ownAccount =
  /^(PUT|DELETE) \/users\/me$|^(PUT|POST) \/users\/me\/password$|^DELETE \/users\/me\/sessions|^POST \/users\/logout$/;
/** These take away the role, password or all of an account: only of a throwaway one. */
const othersAccount = /^\w+ \/users\/(\{|password-reset\/)/;
const slowMs = 200;
const askEveryMs = 20;
const maxFaults = 50;

/**
 * Sends random requests to every call of the portal, as every role. A session that ends is opened again, unless there were too many logins just now.
 * @param {{ url: string, pid: number, requests: number, seed: number, warmUp?: number, workers?: number, logIn: (account: string) => Promise<string>, isStopped?: () => boolean, settle?: () => Promise<unknown> }} options so many requests come first as a warm-up; `settle` is awaited before memory is read
 * @returns {Promise<FuzzResult>}
 */
export async function runFuzz({
  url,
  pid,
  requests,
  seed,
  warmUp = 0,
  workers = 8,
  logIn,
  isStopped = () => false,
  settle,
}) {
  const random = createRandom(seed);
  const ids = createKnownIds();
  const tokens = new Map(
    await Promise.all(accounts.slice(1).map(async (name) => /** @type {const} */ ([name, await logIn(name)]))),
  );
  const throwaways = createThrowaways(url, () => tokens.get('owner') ?? '');
  const operations = await listCalls(url);
  /** Each call as each role comes first, beginning with those about accounts, so that a short run has them. */
  const everyPair = operations
    .toSorted((one, other) => Number(isAboutAccounts(one)) - Number(isAboutAccounts(other)))
    .flatMap((operation) => accounts.map((account) => ({ operation, account })));
  /** @type {FuzzResult} */
  const result = {
    requests: 0,
    operations: operations.length,
    statuses: {},
    slow: {},
    presence: Object.fromEntries(accounts.slice(1).map((name) => [name, { requests: 0, loggedIn: 0 }])),
    others: { requests: 0, slow: 0, slowestMs: 0 },
    faults: [],
    rssKb: { before: 0, after: 0 },
  };

  /** @param {http.Agent} agent */
  const sendOne = async (agent) => {
    const { operation, account } = everyPair.pop() ?? {
      operation: random.pick(operations),
      account: random.pick(accounts),
    };
    const isOwn = account !== '' && ownAccount.test(nameOf(operation));
    const purpose = isOwn ? account : 'others';
    const throwaway = isAboutAccounts(operation) ? await throwaways.of(purpose) : undefined;
    const findId = (/** @type {string} */ name) => throwaway?.fields[name] ?? ids.find(name, random);
    const request = generateRequest(operation, { random, findId });
    const token = isOwn ? throwaway?.token : tokens.get(account);
    if (token) request.headers.authorization = `Bearer ${token}`;
    const startedAt = performance.now();
    const answer = await send(agent, url, request).catch((error) => ({ status: 0, headers: {}, text: String(error) }));
    noteTime(result.slow, request.operation, performance.now() - startedAt);
    const fault = answer.status === 0 ? `no answer: ${answer.text}` : findFault(request, answer);
    if (fault && result.faults.length < maxFaults) result.faults.push({ request, account, fault });
    result.statuses[answer.status] = (result.statuses[answer.status] ?? 0) + 1;
    if (answer.status === 200 && answer.text.startsWith('{')) ids.learn(JSON.parse(answer.text).data, operation.path);
    if (throwaway && (answer.status === 200 || (isOwn && hasNoSession(answer)))) throwaways.drop(purpose);
    const presence = result.presence[account];
    if (!presence) return;
    presence.requests += 1;
    if (!hasNoSession(answer)) presence.loggedIn += 1;
    else if (!isOwn && tokens.get(account) === token)
      tokens.set(account, await logIn(account).catch(() => token ?? ''));
  };

  /** @param {number} total requests since the beginning @returns {Promise<number>} the memory in use afterwards */
  const sendUntil = async (total) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: workers });
    const work = async () => {
      while (result.requests < total && !isStopped()) {
        result.requests += 1;
        await sendOne(agent);
      }
    };
    const working = Promise.all(Array.from({ length: workers }, work));
    await askMeanwhile(url, working, { others: result.others, token: () => tokens.get('member') ?? '' });
    await working;
    agent.destroy();
    await settle?.();
    return readRssKb(pid);
  };
  result.rssKb.before = await sendUntil(warmUp);
  result.rssKb.after = await sendUntil(warmUp + requests);
  return result;
}

/** @param {import('./generate-request.mjs').Operation} operation */
const nameOf = ({ method, path }) => `${method} ${path}`;

/** @param {import('./generate-request.mjs').Operation} operation */
function isAboutAccounts(operation) {
  return ownAccount.test(nameOf(operation)) || othersAccount.test(nameOf(operation));
}

/** What someone else notices of the work, without and with a living session. @param {string} url @param {Promise<unknown>} work @param {{ others: FuzzResult['others'], token: () => string }} who */
async function askMeanwhile(url, work, { others, token }) {
  const agent = new http.Agent({ keepAlive: true });
  let isOver = false;
  const end = () => void (isOver = true);
  work.then(end, end);
  while (!isOver) {
    const isMember = others.requests % 2 === 1;
    const headers = /** @type {Record<string, string>} */ (isMember ? { authorization: `Bearer ${token()}` } : {});
    const asked = { method: 'GET', url: isMember ? '/api/users/me' : '/api/health/live', headers, body: undefined };
    const startedAt = performance.now();
    await send(agent, url, asked).catch(() => undefined);
    const tookMs = performance.now() - startedAt;
    others.requests += 1;
    if (tookMs > slowMs) others.slow += 1;
    others.slowestMs = Math.max(others.slowestMs, tookMs);
    await wait(askEveryMs);
  }
  agent.destroy();
}

/** @param {string} url @returns {Promise<import('./generate-request.mjs').Operation[]>} */
async function listCalls(url) {
  const agent = new http.Agent();
  const request = { method: 'GET', url: '/api/openapi.json', headers: {}, body: undefined };
  return listOperations(JSON.parse((await send(agent, url, request)).text));
}

/** @param {Record<string, Slow>} slow @param {string} operation @param {number} tookMs */
function noteTime(slow, operation, tookMs) {
  if (tookMs <= slowMs) return;
  const entry = (slow[operation] ??= { count: 0, slowestMs: 0 });
  entry.count += 1;
  entry.slowestMs = Math.max(entry.slowestMs, tookMs);
}

/** Wrong passwords in a request are a 401, too. @param {import('./judge.mjs').Answer} answer */
function hasNoSession({ status, text }) {
  return status === 401 && /"code":"(UNAUTHORIZED|INVALID_TOKEN)"/.test(text);
}

/** @param {number} pid */
export function readRssKb(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}
