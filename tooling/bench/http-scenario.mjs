import { fork } from 'node:child_process';
import path from 'node:path';
import { root } from '../places.mjs';
import { runNodeProgram } from '../run/node-program.mjs';
import { readyMessage, stopProgram } from '../run/program.mjs';
import { Stop } from '../stop.mjs';
import { logIn } from './log-in.mjs';
import { startPortal, withDataFolder } from './portal.mjs';
import { cpuSeconds, processTree } from './processes.mjs';
import { interleave, inWords, ratio, spread } from './rounds.mjs';

const rounds = 9;
const connections = 32;
const requests = 6_000;
const paths = ['/api/health', '/api/users/me'];

/** @typedef {{ own: number, below: number }} Sample CPU µs per request, of the server and of its child processes */

/** @returns {Promise<string>} */
export function measureHttp() {
  return withDataFolder(async (dataDir) => {
    const portal = await startPortal(dataDir);
    try {
      return table(await measureBeside(portal));
    } finally {
      await portal.stop();
    }
  });
}

/** @param {{ url: string, pid: number }} portal */
async function measureBeside(portal) {
  const token = await logIn(portal.url);
  /** @type {Record<string, unknown>} */
  const answers = {};
  for (const place of paths) answers[place] = await ask(portal.url + place, token);
  const floor = fork(path.join(root, 'tooling/bench/floor-server.mjs'), [JSON.stringify(answers)]);
  const ready = await readyMessage(floor, 10_000);
  if (!ready) throw new Stop('The floor server did not start.');

  const servers = [
    { name: 'portal', pid: portal.pid, port: new URL(portal.url).port },
    { name: 'floor', pid: floor.pid ?? 0, port: String(ready.port) },
  ];
  const contestants = paths.flatMap((place) =>
    servers.map(({ name, pid, port }) => [`${name} ${place}`, () => loadOnce(pid, port, place, token)]),
  );
  try {
    return await interleave(Object.fromEntries(contestants), rounds);
  } finally {
    await stopProgram(floor);
  }
}

/** @param {number} pid @param {string} port @param {string} place @param {string} token @returns {Promise<Sample>} */
async function loadOnce(pid, port, place, token) {
  const request = `GET ${place} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nAccept: application/json\r\n\r\n`;
  const args = [port, String(connections), String(requests), Buffer.from(request).toString('base64')];
  const children = processTree(pid).filter((found) => found !== pid);
  const before = { own: cpuSeconds([pid]), below: cpuSeconds(children) };
  const { exitCode, output } = await runNodeProgram(path.join(root, 'tooling/bench/load.mjs'), args, {
    cwd: root,
    quiet: true,
  });
  if (exitCode !== 0) throw new Stop(`The load on ${place} failed:\n${output}`);
  /** @param {number} seconds */
  const perRequest = (seconds) => (seconds / requests) * 1e6;
  return { own: perRequest(cpuSeconds([pid]) - before.own), below: perRequest(cpuSeconds(children) - before.below) };
}

/** @param {string} url @param {string} token */
async function ask(url, token) {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const { date: _, connection: __, 'keep-alive': ___, ...headers } = Object.fromEntries(response.headers);
  return { headers, body: await response.text() };
}

/** @param {Record<string, Sample[]>} samples */
function table(samples) {
  const lines = paths.map((place) => {
    const portal = samples[`portal ${place}`] ?? [];
    const floor = (samples[`floor ${place}`] ?? []).map(({ own }) => 1e6 / own);
    const own = portal.map((sample) => 1e6 / sample.own);
    const database = spread(portal.map(({ below }) => below));
    return `| \`GET ${place}\` | ${inWords(spread(own))} | ${inWords(spread(floor))} | **${inWords(ratio(own, floor), 2)}** | ${inWords(database)} |`;
  });
  return `${rounds} rounds of ${requests} requests over ${connections} kept connections, from a process of its own.
The floor answers the same bytes without looking at the request.

| | portal, requests per CPU second | floor | ratio | database, CPU µs a request |
|---|---|---|---|---|
${lines.join('\n')}`;
}
