import http from 'node:http';
import fs from 'node:fs';
import { findFault } from './judge.mjs';
import { generateRequest, listOperations } from './generate-request.mjs';
import { createKnownIds } from './known-ids.mjs';
import { createRandom } from './random.mjs';

/** @typedef {import('./generate-request.mjs').FuzzRequest} FuzzRequest */
/** @typedef {{ request: FuzzRequest, account: string, fault: string }} Fault */
/** @typedef {{ requests: number, operations: number, statuses: Record<string, number>, slow: number, faults: Fault[], rssKb: number[] }} FuzzResult */

/** Nobody is logged in as the first. */
export const accounts = ['', 'newcomer', 'member', 'moderator', 'admin', 'owner'];
/** Who changes the address or password, removes the account or ends its sessions is missing from the rest of the run. */
const ownAccount =
  /^(PUT|DELETE) \/users\/me$|^PUT \/users\/me\/password$|^DELETE \/users\/me\/sessions|^POST \/users\/logout$/;
const slowMs = 200;
const maxReplyMs = 30_000;
const maxReplyBytes = 2_000_000;
const maxFaults = 50;
/** Memory is read after each. The first ones load what is loaded on first use. */
const parts = 5;

/**
 * Sends random requests to every call of the portal, as every role. A session that ends is opened again, unless there were too many logins just now.
 * @param {{ url: string, pid: number, requests: number, seed: number, workers?: number, logIn: (account: string) => Promise<string>, isStopped?: () => boolean, settle?: () => Promise<unknown> }} options `settle` is awaited before memory is read
 * @returns {Promise<FuzzResult>}
 */
export async function runFuzz({ url, pid, requests, seed, workers = 8, logIn, isStopped = () => false, settle }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: workers });
  const random = createRandom(seed);
  const ids = createKnownIds();
  const tokens = new Map(
    await Promise.all(accounts.slice(1).map(async (name) => /** @type {const} */ ([name, await logIn(name)]))),
  );
  const document = JSON.parse(
    (await send(agent, url, { method: 'GET', url: '/api/openapi.json', headers: {}, body: undefined })).text,
  );
  const operations = listOperations(document).filter(({ method, path }) => !ownAccount.test(`${method} ${path}`));
  /** @type {FuzzResult} */
  const result = {
    requests: 0,
    operations: operations.length,
    statuses: {},
    slow: 0,
    faults: [],
    rssKb: [],
  };

  const sendOne = async () => {
    const account = random.pick(accounts);
    const operation = random.pick(operations);
    // An account that another one disables or removes would be missing from the rest of the run.
    const isAboutUsers = operation.path.startsWith('/users/{');
    const findId = (/** @type {string} */ name) => (isAboutUsers ? undefined : ids.find(name, random));
    const request = generateRequest(operation, { random, findId });
    const token = tokens.get(account);
    if (token) request.headers.authorization = `Bearer ${token}`;
    const startedAt = performance.now();
    const answer = await send(agent, url, request).catch((error) => ({ status: 0, headers: {}, text: String(error) }));
    if (performance.now() - startedAt > slowMs) result.slow += 1;
    const fault = answer.status === 0 ? `no answer: ${answer.text}` : findFault(request, answer);
    if (fault && result.faults.length < maxFaults) result.faults.push({ request, account, fault });
    result.statuses[answer.status] = (result.statuses[answer.status] ?? 0) + 1;
    if (answer.status === 200 && answer.text.startsWith('{')) ids.learn(JSON.parse(answer.text).data, operation.path);
    if (token && answer.status === 401 && tokens.get(account) === token)
      tokens.set(account, await logIn(account).catch(() => token));
  };

  /** @param {number} total requests since the beginning @returns {Promise<number>} the memory in use afterwards */
  const sendUntil = async (total) => {
    const work = async () => {
      while (result.requests < total && !isStopped()) {
        result.requests += 1;
        await sendOne();
      }
    };
    await Promise.all(Array.from({ length: workers }, work));
    await settle?.();
    return readRssKb(pid);
  };
  for (let part = 1; part <= parts; part += 1)
    result.rssKb.push(await sendUntil(Math.floor((requests * part) / parts)));
  agent.destroy();
  return result;
}

/** @param {number} pid */
export function readRssKb(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}

/** A stream is cut once it has begun. @param {http.Agent} agent @param {string} base @param {Omit<FuzzRequest, 'operation'>} request @returns {Promise<import('./judge.mjs').Answer>} */
function send(agent, base, { method, url, headers, body }) {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const request = http.request(`${base}${url}`, { agent, method, headers: { ...headers, ...length } }, (response) => {
      let text = '';
      const finish = () => {
        clearTimeout(timer);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      };
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        if (text.length < maxReplyBytes) text += chunk;
        if (response.headers['content-type']?.startsWith('text/event-stream')) request.destroy();
      });
      response.once('end', finish).once('close', finish);
    });
    const timer = setTimeout(() => request.destroy(new Error(`nothing after ${maxReplyMs / 1000} s`)), maxReplyMs);
    request.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    request.end(body);
  });
}
