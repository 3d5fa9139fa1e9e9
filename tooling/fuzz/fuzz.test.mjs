import http from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { errorText } from '../../packages/contract/src/errors.ts';
import { databaseAway, findFault } from './judge.mjs';
import { generateRequest, listOperations } from './generate-request.mjs';
import { generateValue } from './generate-value.mjs';
import { createKnownIds } from './known-ids.mjs';
import { createRandom } from './random.mjs';
import { findExceeded } from './report.mjs';
import { runFuzz } from './run-fuzz.mjs';

const headers = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'",
  'strict-transport-security': 'max-age=1',
};
const refusal = JSON.stringify({ status: 400, error: 'No.', code: 'BAD_REQUEST' });

/** @param {number} status @param {keyof typeof errorText} code @param {string} [error] */
const failure = (status, code, error = errorText[code]) => JSON.stringify({ status, code, error });

describe('an answer', () => {
  it.each([
    ['fits', { status: 200, headers, text: 'anything' }, /^none$/],
    ['refuses in order', { status: 400, headers, text: refusal }, /^none$/],
    ['is an unexpected failure', { status: 500, headers, text: refusal }, /^500/],
    ['says that a game server is away', { status: 503, headers, text: failure(503, 'SERVER_OFFLINE') }, /^none$/],
    ['says that too much is asked', { status: 503, headers, text: failure(503, 'UNAVAILABLE', 'Busy.') }, /^none$/],
    ['comes without the database', { status: 503, headers, text: failure(503, 'UNAVAILABLE') }, /unexpected 503/],
    ['comes from a full drive', { status: 507, headers, text: failure(507, 'STORAGE_FULL') }, /unexpected 507/],
    ['has no envelope', { status: 404, headers, text: 'Not Found' }, /without the envelope/],
    ['has another status in it', { status: 404, headers, text: refusal }, /without the envelope/],
    ['lacks a header', { status: 200, headers: {}, text: '' }, /without the header/],
    ['has a stack trace', { status: 400, headers, text: 'x\n    at run (file:///a.js:1:2)' }, /stack trace/],
  ])('that %s', (_, answer, fault) => {
    expect(findFault({ method: 'GET' }, answer) ?? 'none').toMatch(fault);
  });
});

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 3, maxLength: 8 },
    count: { type: 'integer', minimum: 2, maximum: 5 },
    kinds: { type: 'array', items: { enum: ['a', 'b'] }, minItems: 1, maxItems: 2 },
    at: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
  },
  required: ['name', 'count', 'kinds', 'at'],
};

const make = (/** @type {number} */ seed, faults = 0.5) => {
  const random = createRandom(seed);
  return Array.from({ length: 50 }, () => generateValue(schema, { random, findId: () => undefined, faults }));
};

it('knows the sentence of the portal without its database', () => {
  expect(databaseAway).toBe(errorText.UNAVAILABLE);
});

describe('values', () => {
  it('fit their schema where no faults are wanted', () => {
    const random = createRandom(3);
    for (let round = 0; round < 300; round += 1) {
      const value = /** @type {any} */ (generateValue(schema, { random, findId: () => undefined, faults: 0 }));
      expect(value.name.length).toBeGreaterThanOrEqual(3);
      expect(value.name.length).toBeLessThanOrEqual(8);
      expect([2, 3, 4, 5]).toContain(value.count);
      expect([1, 2]).toContain(value.kinds.length);
      expect(value.at === null || !Number.isNaN(Date.parse(value.at))).toBe(true);
    }
  });

  it('are the same for the same seed, and hostile where faults are wanted', () => {
    expect(make(1)).toEqual(make(1));
    expect(make(1)).not.toEqual(make(2));
    expect(make(1).some((value) => typeof value !== 'object')).toBe(true);
  });
});

it('knows identifiers by the names that calls have for them', () => {
  const ids = createKnownIds();
  ids.learn([{ id: 's1', playerId: 'p1', text: 'no' }], '/ark/servers');
  const find = (/** @type {string} */ name) => ids.find(name, createRandom(1));
  expect([find('serverId'), find('playerId'), find('text')]).toEqual(['s1', 'p1', undefined]);
});

const document = {
  paths: {
    '/things/{thingId}': {
      put: {
        parameters: [
          { name: 'thingId', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'page', in: 'query', required: true, schema: { type: 'integer', minimum: 1 } },
        ],
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
      },
    },
    '/broken': { get: {} },
  },
};

it('makes requests that can be sent, whatever is in them', () => {
  const random = createRandom(5);
  for (const operation of listOperations(document)) {
    for (let round = 0; round < 500; round += 1) {
      const { url } = generateRequest(operation, { random, findId: () => undefined });
      expect(url).toMatch(/^\/api\/[!-~]*$/);
      expect(URL.canParse(`http://portal${url}`)).toBe(true);
    }
  }
});

/** Fuzzes a stand-in for a portal. @param {http.RequestListener} answer what is not the description of the API @param {string[]} logins @param {number} requests @param {object} [described] */
async function fuzz(answer, logins, requests, described = document) {
  const server = http.createServer((request, response) => {
    request.resume();
    if (request.url === '/api/openapi.json') response.writeHead(200, headers).end(JSON.stringify(described));
    else answer(request, response);
  });
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const logIn = (/** @type {string} */ account) => Promise.resolve(String(logins.push(account)));
  return runFuzz({ url: `http://127.0.0.1:${port}`, pid: process.pid, requests, warmUp: 20, seed: 1, logIn });
}

it('reports wrong answers and missing ones, and opens sessions again that have ended', async () => {
  /** @type {string[]} */
  const logins = [];
  const result = await fuzz(
    (request, response) => {
      const path = request.url ?? '';
      if (path.startsWith('/api/broken'))
        return path.length % 2 ? request.socket.destroy() : response.writeHead(500, headers).end();
      return response.writeHead(401, headers).end(JSON.stringify({ status: 401, error: 'No.', code: 'INVALID_TOKEN' }));
    },
    logins,
    60,
  );
  expect(result).toMatchObject({ requests: 80, operations: 2 });
  const faults = new Set(result.faults.map(({ request, fault }) => `${request.operation} ${fault.slice(0, 9)}`));
  expect([...faults]).toContain('GET /broken no answer');
  expect([...faults].every((fault) => fault.startsWith('GET /broken '))).toBe(true);
  expect(logins.length).toBeGreaterThan(5);
  expect(Object.values(result.presence).some((one) => one.loggedIn < one.requests)).toBe(true);
  expect(Object.values(result.rssKb).map((kilobytes) => kilobytes > 1000)).toEqual([true, true]);
});

it('does not log in again because a request had a wrong password in it', async () => {
  /** @type {string[]} */
  const logins = [];
  const refused = JSON.stringify({ status: 401, error: 'No.', code: 'INVALID_CREDENTIALS' });
  const result = await fuzz((_, response) => void response.writeHead(401, headers).end(refused), logins, 60);
  expect(logins).toHaveLength(5);
  expect(Object.values(result.presence).every((one) => one.requests > 0 && one.loggedIn === one.requests)).toBe(true);
});

const accountCalls = {
  paths: {
    '/users/logout': { post: {} },
    '/users/{userId}': {
      delete: { parameters: [{ name: 'userId', in: 'path', required: true, schema: { type: 'string' } }] },
    },
  },
};

it('lets only throwaway accounts lose something', async () => {
  /** @type {string[]} */
  const asked = [];
  let registered = 0;
  let isOpen = false;
  const result = await fuzz(
    ({ method, url, headers: { authorization = '' } }, response) => {
      const call = `${method} ${url}`;
      const isRegistration = call === 'POST /api/users/register';
      const isRefused = isRegistration && !isOpen;
      if (call === 'PUT /api/site/accounts') isOpen = authorization === 'Bearer 5';
      if (isRegistration && isOpen) registered += 1;
      asked.push(`${call} ${authorization}`);
      const session = { accessToken: `t${registered}`, user: { id: `u${registered}` } };
      const data = isRegistration ? session : call.endsWith('/sessions') ? [{ id: 's' }] : { userId: 'demo' };
      response.writeHead(isRefused ? 403 : 200, headers).end(JSON.stringify({ status: 200, data }));
    },
    [],
    200,
    accountCalls,
  );
  expect(result.faults).toEqual([]);
  const ends = asked.filter((one) => one.startsWith('POST /api/users/logout'));
  expect(ends.length).toBeGreaterThan(5);
  expect(ends.filter((one) => !/ (Bearer t\d+)?$/.test(one))).toEqual([]);
  const removed = asked.flatMap((one) => /^DELETE \/api\/users\/(\S+) /.exec(one)?.slice(1) ?? []);
  expect(removed.filter((id) => /^u\d+$/.test(id)).length).toBeGreaterThan(removed.length / 4);
  expect(removed).not.toContain('demo');
  expect(asked).toContain('GET /api/users/me Bearer 2');
  expect(Object.values(result.presence).every((one) => one.requests === one.loggedIn)).toBe(true);
});

it('fails a full run in which the memory grew or others waited too much', () => {
  const others = { requests: 500, slow: 0, slowestMs: 118 };
  expect(findExceeded({ rssKb: { before: 1000, after: 1020 }, others })).toEqual([]);
  expect(findExceeded({ rssKb: { before: 1000, after: 1021 }, others: { ...others, slow: 3 } })).toEqual([
    'memory grew by more than 2 %: +2.1 %',
    'others waited more than 200 ms for 3 of 500 answers',
  ]);
});
