import { fork } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../../paths.mjs';
import { stopProgram } from '../../run/program.mjs';
import { Stop } from '../../stop.mjs';
import { addServer } from '../agents/agent-connection.mjs';
import { benchSettings, logIn, withDataFolder, withPortal } from '../portal.mjs';
import { inWords, spread } from '../rounds.mjs';
import { busiest, readBans, startGame } from './game.mjs';

const servers = 20;
const rounds = 5;
const queued = 200;
const kicks = 5;
const lookMs = 20;
const giveUpMs = 120_000;

/** @typedef {{ id: string, game: import('./game.mjs').Game, config: object }} Server */
/** @typedef {{ url: string, headers: Record<string, string> }} Admin */

/** @returns {Promise<string>} */
export function measureBanReach() {
  return withDataFolder((folder) =>
    withPortal(async ({ url }) => {
      const token = await logIn(url, 'admin');
      const admin = { url, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } };
      /** @type {Server[]} */
      const all = [];
      for (let n = 0; n < servers; n += 1) all.push(await createServer(admin, folder, n));
      const [leaving] = all;
      if (!leaving) throw new Stop('There is no server.');
      const most = startAgent(folder, url, 'most', all.slice(1));
      let last = startAgent(folder, url, 'last', [leaving]);
      try {
        await until(async () => (await call(admin, 'GET', 'ark/servers')).every(isUp));
        const everywhere = [];
        for (let round = 0; round < rounds; round += 1) everywhere.push(await measureBan(admin, servers));
        const removed = [];
        for (let round = 0; round < rounds; round += 1) removed.push(await measureRemoval(leaving));
        await stopProgram(last);
        await until(async () => !(await call(admin, 'GET', 'ark/servers')).every(isUp));
        const others = await measureBan(admin, servers - 1);
        const startedAt = performance.now();
        last = startAgent(folder, url, 'last', [leaving]);
        await until(() => readBans(leaving.game.banList).includes(others.playerId));
        await until(async () => (await confirmed(admin, others.id)) === servers);
        const back = secondsSince(startedAt);
        const imported = await measureKicks(admin, leaving, importMany);
        const byHand = await measureKicks(admin, all[1] ?? leaving, banMany);
        const within = all.map(({ game }) => ({ minute: busiest(game, 60), ten: busiest(game, 10) }));
        return page({
          everywhere: everywhere.map(({ seconds }) => seconds),
          removed,
          others: others.seconds,
          back,
          imported,
          byHand,
          within,
        });
      } finally {
        await stopProgram(last);
        await stopProgram(most);
        await Promise.all(all.map(({ game }) => game.stop()));
      }
    }),
  );
}

/** @param {any} server */
const isUp = ({ state }) => state === 'up';
const secondsSince = (/** @type {number} */ at) => (performance.now() - at) / 1_000;

/** @param {Admin} admin @param {string} folder @param {number} n @returns {Promise<Server>} */
async function createServer({ url, headers }, folder, n) {
  const { id, token } = await addServer(url, String(headers.authorization).slice('Bearer '.length), `Reach ${n}`);
  const game = await startGame(path.join(folder, `BanList-${n}.txt`));
  const rcon = { port: game.port, password: 'bench' };
  return { id, game, config: { name: `Reach ${n}`, token, game: 'asa', rcon, banList: game.banList } };
}

/** The agent as it ships. @param {string} folder @param {string} portal @param {string} name @param {Server[]} all */
function startAgent(folder, portal, name, all) {
  const file = path.join(folder, `${name}.json`);
  const config = { portal, stateDir: path.join(folder, name), servers: all.map(({ config }) => config) };
  fs.writeFileSync(file, JSON.stringify(config));
  return fork(path.join(root, 'apps/agent/dist/main.js'), ['run', '--config', file], {
    cwd: folder,
    env: benchSettings(''),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** @param {Admin} admin @param {string} method @param {string} route @param {object} [body] @returns {Promise<any>} */
async function call({ url, headers }, method, route, body) {
  const reply = await fetch(`${url}/api/${route}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const { data } = /** @type {any} */ (await reply.json());
  if (!reply.ok) throw new Stop(`${route} was answered with ${reply.status}.`);
  return data;
}

/** @param {() => boolean | Promise<boolean>} isTrue */
async function until(isTrue) {
  const startedAt = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - startedAt > giveUpMs) throw new Stop(`Nothing happened in ${giveUpMs / 1_000} s.`);
    await wait(lookMs);
  }
}

let lastPlayer = 0;
const newPlayer = () => `7656119860${String((lastPlayer += 1)).padStart(7, '0')}`;

/** @param {Admin} admin @param {string} id of a sanction @returns {Promise<number>} on how many servers it holds */
async function confirmed(admin, id) {
  return (await call(admin, 'GET', `ark/sanctions/${id}`)).servers.confirmed;
}

/** Until so many servers have confirmed it. @param {Admin} admin @param {number} count */
async function measureBan(admin, count) {
  const playerId = newPlayer();
  const startedAt = performance.now();
  const { id } = await call(admin, 'POST', 'ark/sanctions', { kind: 'ban', playerId, reach: { type: 'all' } });
  await until(async () => (await confirmed(admin, id)) >= count);
  return { id, playerId, seconds: secondsSince(startedAt) };
}

/** Until a line that someone has removed is back. @param {Server} server */
async function measureRemoval({ game: { banList } }) {
  const [first = '', ...rest] = readBans(banList);
  const startedAt = performance.now();
  fs.writeFileSync(banList, rest.map((id) => `${id}\n`).join(''));
  await until(() => readBans(banList).includes(first));
  return secondsSince(startedAt);
}

/** Kicks while many bans are being set there. @param {Admin} admin @param {Server} server @param {(admin: Admin, serverId: string) => Promise<void>} fill */
async function measureKicks(admin, { id, game }, fill) {
  const players = Array.from({ length: kicks }, newPlayer);
  players.forEach((player, n) => game.online.set(player, `Player ${n}`));
  await until(async () => (await call(admin, 'GET', `ark/servers/${id}/players`)).length >= kicks);
  const before = game.received.length;
  await fill(admin, id);
  await until(() => game.received.slice(before).some(({ command }) => command.startsWith('BanPlayer')));
  const took = [];
  for (const playerId of players) {
    const startedAt = performance.now();
    await call(admin, 'POST', 'ark/sanctions', { kind: 'kick', playerId, reach: { type: 'server', serverId: id } });
    if (game.online.has(playerId)) throw new Stop('The player is still there.');
    took.push(secondsSince(startedAt));
    await wait(2_000);
  }
  const set = game.received.slice(before).filter(({ command }) => command.startsWith('BanPlayer')).length;
  return { seconds: took, waiting: queued - set };
}

/** @param {Admin} admin @param {string} serverId */
async function importMany(admin, serverId) {
  const bans = Array.from({ length: queued }, () => ({ playerId: newPlayer() }));
  await call(admin, 'POST', 'ark/sanctions/import', { reach: { type: 'server', serverId }, bans });
}

/** @param {Admin} admin @param {string} serverId */
async function banMany(admin, serverId) {
  const reach = { type: 'server', serverId };
  for (let n = 0; n < queued; n += 1)
    await call(admin, 'POST', 'ark/sanctions', { kind: 'ban', playerId: newPlayer(), reach });
}

/** @param {number[]} values */
const seconds = (values) => inWords(spread(values), 1);

/**
 * @typedef {{ seconds: number[], waiting: number }} Kicks
 * @param {{ everywhere: number[], removed: number[], others: number, back: number, imported: Kicks, byHand: Kicks, within: { minute: number, ten: number }[] }} found
 */
function page({ everywhere, removed, others, back, imported, byHand, within }) {
  const most = (/** @type {'minute' | 'ten'} */ span) => Math.max(...within.map((game) => game[span]));
  return `${servers} games with RCON over TCP and a BanList.txt each, which say nothing about what they have done; two agents as they ship, and a portal.

| | s | at most |
|---|---|---|
| a ban for all servers, until ${servers} have confirmed it | ${seconds(everywhere)} | 10 |
| the same while one is away, until the ${servers - 1} others have | ${others.toFixed(1)} | 10 |
| from the start of that one's agent until it has, too | ${back.toFixed(1)} | |
| a line removed from BanList.txt by hand, until it is back | ${seconds(removed)} | 60 |
| a kick on a server where ${queued} imported bans are being set (${imported.waiting} still waited at the end) | ${seconds(imported.seconds)} | |
| the same with ${queued} bans imposed by hand (${byHand.waiting}) | ${seconds(byHand.seconds)} | |

The most commands that a game got were ${most('minute')} within a minute and ${most('ten')} within ten seconds; the budget of two a second allows 120 and
20, and a burst of 4 that moderation may overdraw by 4 more.`;
}
