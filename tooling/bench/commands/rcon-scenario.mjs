import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { root } from '../../paths.mjs';
import { withDataFolder } from '../portal.mjs';
import { withProgram } from '../programs.mjs';
import { interleave, inWords, ratio, spread } from '../rounds.mjs';

const rounds = 9;
const count = 10_000;
const here = 'tooling/bench/commands';
const clients = {
  floor: 'bare socket',
  product: '**the agent**',
  'rcon-client': 'rcon-client',
  'rcon-srcds': 'rcon-srcds',
};
const commands = { 'a reply of 37 bytes': 'Bench 37', 'a list of 70 players, 3,500 bytes': 'Bench 3500' };

/** @returns {Promise<string>} */
export function measureRcon() {
  return withDataFolder(async (folder) => {
    const module = await bundleClient(folder);
    return withProgram(`${here}/baseline-rcon-server.mjs`, [], async ({ ready }) => {
      const args = [String(ready.port), module];
      /** @param {string[]} names @param {Record<string, (command: string) => Promise<number>>} started @returns {Promise<string>} */
      const startAll = async ([name, ...others], started) => {
        if (!name) return page(await measure(started));
        return withProgram(`${here}/baseline-rcon-client.mjs`, [name, ...args], ({ child }) => {
          const run = async (/** @type {string} */ command) => {
            child.send({ command, count });
            const [{ us }] = await once(child, 'message');
            return Number(us);
          };
          return startAll(others, { ...started, [name]: run });
        });
      };
      return startAll(Object.keys(clients), {});
    });
  });
}

/** The agent's own client as one file; the agent's bundle does not export it. @param {string} folder */
async function bundleClient(folder) {
  const file = path.join(folder, 'rcon-client.mjs');
  const bundle = await rolldown({ input: path.join(root, 'apps/agent/src/rcon/rcon-client.ts'), platform: 'node' });
  await bundle.write({ file, format: 'esm' });
  await bundle.close();
  return pathToFileURL(file).href;
}

/** @param {Record<string, (command: string) => Promise<number>>} started @returns {Promise<Record<string, number[]>>} */
function measure(started) {
  const contestants = Object.entries(commands).flatMap(([what, command]) =>
    Object.entries(started).map(([name, run]) => [`${name}: ${what}`, () => run(command)]),
  );
  return interleave(Object.fromEntries(contestants), rounds);
}

/** @param {Record<string, number[]>} samples */
function page(samples) {
  const lines = Object.keys(commands).flatMap((what) => {
    const floor = samples[`floor: ${what}`] ?? [];
    return Object.entries(clients).map(([name, shown]) => {
      const us = samples[`${name}: ${what}`] ?? [];
      return `| ${what} | ${shown} | ${inWords(spread(us), 1)} | **${inWords(ratio(floor, us), 2)}** |`;
    });
  });
  return `${rounds} rounds of ${count.toLocaleString('en')} commands, one at a time, to a server in another process; CPU time of the client's process. The floor is a
bare socket that sends the same bytes and waits for as many as the reply has: a TCP echo.

| | client | CPU µs a command | floor, part of it |
|---|---|---|---|
${lines.join('\n')}`;
}
