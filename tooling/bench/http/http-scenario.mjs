import { fork } from 'node:child_process';
import path from 'node:path';
import { root } from '../../paths.mjs';
import { runNodeProgram } from '../../run/node-program.mjs';
import { readyMessage, stopProgram } from '../../run/program.mjs';
import { Stop } from '../../stop.mjs';
import { logIn, runAdmin, startPortal, withDataFolder } from '../portal.mjs';
import { cpuSeconds, processTree } from '../processes.mjs';
import { interleave, inWords, ratio, spread } from '../rounds.mjs';

const rounds = 9;
const connections = 32;
const requests = 6_000;
const listed = 5_000;
/** The last one asks for a list that it has already. */
const calls = [
  { name: 'GET /api/health', path: '/api/health' },
  { name: 'GET /api/users/me', path: '/api/users/me' },
  { name: 'GET /api/ark/servers', path: '/api/ark/servers', isCached: true },
];

/** @typedef {typeof calls[number]} Call */
/** @typedef {{ own: number, below: number }} Sample CPU µs per request, of the server and of its child processes */

/** @returns {Promise<string>} */
export function measureHttp() {
  return withDataFolder(async (dataDir) => {
    const portal = await startPortal(dataDir);
    try {
      await runAdmin(dataDir, ['add-servers', String(listed)]);
      return table(await measureBeside(portal));
    } finally {
      await portal.stop();
    }
  });
}

/** @param {{ url: string, pid: number }} portal */
async function measureBeside(portal) {
  const token = await logIn(portal.url);
  /** @type {Record<string, Awaited<ReturnType<typeof ask>>>} */
  const asked = {};
  for (const call of calls) asked[call.path] = await ask(portal.url, call, token);
  const responses = Object.fromEntries(Object.entries(asked).map(([path, { response }]) => [path, response]));
  const baseline = fork(path.join(root, 'tooling/bench/http/baseline-server.mjs'), [JSON.stringify(responses)]);
  const ready = await readyMessage(baseline, 10_000);
  if (!ready) throw new Stop('The baseline server did not start.');

  const servers = [
    { name: 'portal', pid: portal.pid, port: new URL(portal.url).port },
    { name: 'baseline', pid: baseline.pid ?? 0, port: String(ready.port) },
  ];
  const contestants = calls.flatMap((call) =>
    servers.map(({ name, pid, port }) => [
      `${name} ${call.path}`,
      () => measureOnce(pid, port, call.path, asked[call.path]?.headers ?? {}),
    ]),
  );
  try {
    return await interleave(Object.fromEntries(contestants), rounds);
  } finally {
    await stopProgram(baseline);
  }
}

/** @param {number} pid @param {string} port @param {string} urlPath @param {Record<string, string>} headers @returns {Promise<Sample>} */
async function measureOnce(pid, port, urlPath, headers) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${urlPath} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${lines.join('')}\r\n`;
  const args = [port, String(connections), String(requests), Buffer.from(request).toString('base64')];
  const children = processTree(pid).filter((found) => found !== pid);
  const before = { own: cpuSeconds([pid]), below: cpuSeconds(children) };
  const { exitCode, output } = await runNodeProgram(path.join(root, 'tooling/bench/http/send-requests.mjs'), args, {
    cwd: root,
    quiet: true,
  });
  if (exitCode !== 0) throw new Stop(`The requests to ${urlPath} failed:\n${output}`);
  /** @param {number} seconds */
  const perRequest = (seconds) => (seconds / requests) * 1e6;
  return { own: perRequest(cpuSeconds([pid]) - before.own), below: perRequest(cpuSeconds(children) - before.below) };
}

/** What a call sends, and what the portal responds. @param {string} url @param {Call} call @param {string} token */
async function ask(url, { path: urlPath, isCached }, token) {
  /** @type {Record<string, string>} */
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  if (isCached) headers['if-none-match'] = (await fetch(url + urlPath, { headers })).headers.get('etag') ?? '';
  const response = await fetch(url + urlPath, { headers });
  if (isCached && response.status !== 304) throw new Stop(`${urlPath} did not answer 304.`);
  const { date: _, connection: __, 'keep-alive': ___, ...sent } = Object.fromEntries(response.headers);
  return { headers, response: { status: response.status, headers: sent, body: await response.text() } };
}

/** @param {Record<string, Sample[]>} samples */
function table(samples) {
  const lines = calls.map(({ name, path: urlPath, isCached }) => {
    const portal = samples[`portal ${urlPath}`] ?? [];
    const baseline = (samples[`baseline ${urlPath}`] ?? []).map(({ own }) => 1e6 / own);
    const own = portal.map((sample) => 1e6 / sample.own);
    const database = spread(portal.map(({ below }) => below));
    const title = `\`${name}\`${isCached ? `, ${listed} servers, unchanged (304)` : ''}`;
    return `| ${title} | ${inWords(spread(own))} | ${inWords(spread(baseline))} | **${inWords(ratio(own, baseline), 2)}** | ${inWords(database)} |`;
  });
  return `${rounds} rounds of ${requests} requests over ${connections} keep-alive connections, from a separate process.
The baseline answers the same bytes without looking at the request.

| | portal, requests per CPU second | baseline | ratio | database, CPU µs a request |
|---|---|---|---|---|
${lines.join('\n')}`;
}
