import { Stop } from '../../stop.mjs';
import { ask, openConnection } from '../agents/agent-client.mjs';
import { addAgents, logIn, runAdmin, withPortal } from '../portal.mjs';
import { cpuDuring } from '../processes.mjs';
import { measureKeys } from './search-in-browser.mjs';
import { interleave, inWords, ratio, spread } from '../rounds.mjs';

const rounds = 5;
const players = 50_000;
const onlinePlayers = 500;
const accounts = /** @type {const} */ (['admin', 'member']);
const floorRequests = 200;

/** Of names that `add-players` makes up. */
const queries = {
  'one letter': ['a', 'e', 'k', 'q', 'x', '7', '_'],
  'two letters': ['ka', 'th', 'em', 'er', '99', 'zz', 'xX'],
  'the beginning of a name': ['cin', 'cinder', 'emberfr', 'thornash', 'lady em', '[tek] ka', 'frostvexgor'],
  'the middle of a name': ['jaw', 'mbe', 'tamer', 'rostth', 'xgor', 'nderjaw', 'the tamer'],
  'a name with a typo': ['cindrjaw', 'fristhorn', 'embrefrost', 'thronash', 'talemebr', 'quoshahx', 'drahxefen'],
  'an ID': ['76561198000000777', '76561198000031', '765611980000499', '765611980', '76561198000012345', '00ab34'],
};

/** @typedef {{ ms: number[], own: number, below: number }} Sample CPU ms per request, of the portal and of its database */
/** @typedef {{ url: string, pid: number, headers: { authorization: string } }} Reader */

/** @returns {Promise<string>} */
export function measureSearch() {
  return withPortal(async ({ url, pid, dataDir }) => {
    await runAdmin(dataDir, ['add-players', String(players)]);
    const socket = await fillServer(url, dataDir);
    /** @type {[string, () => Promise<Sample>][]} */
    const contestants = [];
    for (const account of accounts) {
      const reader = { url, pid, headers: { authorization: `Bearer ${await logIn(url, account)}` } };
      for (const [name, texts] of Object.entries(queries)) {
        const paths = texts.map((text) => `/api/search?query=${encodeURIComponent(text)}`);
        contestants.push([`${name} ${account}`, () => measureOnce(reader, paths)]);
      }
      const same = Array.from({ length: floorRequests }, () => '/api/users/me');
      contestants.push([`floor ${account}`, () => measureOnce(reader, same)]);
    }
    const samples = await interleave(Object.fromEntries(contestants), rounds);
    socket.close();
    const keys = await measureKeys(url, await logIn(url, 'admin'));
    return `${page(samples)}\n\n${keysLine(keys)}`;
  });
}

/** A server whose history is hidden from members: there they find only who is online. @param {string} url @param {string} dataDir */
async function fillServer(url, dataDir) {
  const [token = ''] = await addAgents(dataDir, 1);
  const socket = await openConnection(`${url.replace('http', 'ws')}/api/ark/link`, token);
  const online = Array.from({ length: onlinePlayers }, (_, n) => ({
    id: `7656119811${String(n).padStart(7, '0')}`,
    name: `Emberguest ${n}`,
  }));
  const at = new Date().toISOString();
  const events = [
    { seq: 1, at, type: 'server.state', data: { state: 'up' } },
    { seq: 2, at, type: 'players.online', data: { players: online } },
  ];
  await ask(socket, 'events', { events });
  return socket;
}

/** One after the other, as someone types. @param {Reader} reader @param {string[]} paths @returns {Promise<Sample>} */
async function measureOnce({ url, pid, headers }, paths) {
  /** @type {number[]} */
  const ms = [];
  const { own, below } = await cpuDuring(pid, async () => {
    for (const urlPath of paths) {
      const startedAt = performance.now();
      const reply = await fetch(url + urlPath, { headers });
      const text = await reply.text();
      ms.push(performance.now() - startedAt);
      if (reply.status !== 200) throw new Stop(`${urlPath} failed: ${text}`);
    }
  });
  return { ms, own: (own / paths.length) * 1e3, below: (below / paths.length) * 1e3 };
}

/** @param {number[]} measured */
function keysLine(measured) {
  const ms = measured.toSorted((a, b) => a - b);
  const at = (/** @type {number} */ share) => (ms[Math.ceil(share * ms.length) - 1] ?? Number.NaN).toFixed(0);
  return `In Chromium, as an Admin, from a key to its results on the screen: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, slowest of ${ms.length} keys ${at(1)} ms.`;
}

/** @param {Record<string, Sample[]>} samples */
function page(samples) {
  const rows = accounts.flatMap((account) => {
    const cpuOf = (/** @type {string} */ name) =>
      (samples[`${name} ${account}`] ?? []).map(({ own, below }) => own + below);
    return Object.keys(queries).map((name) => {
      const measured = samples[`${name} ${account}`] ?? [];
      const ms = measured.flatMap((sample) => sample.ms).toSorted((a, b) => a - b);
      const at = (/** @type {number} */ share) => (ms[Math.ceil(share * ms.length) - 1] ?? Number.NaN).toFixed(0);
      const own = inWords(spread(measured.map((sample) => sample.own)), 1);
      const database = inWords(spread(measured.map(({ below }) => below)), 1);
      const times = inWords(ratio(cpuOf(name), cpuOf('floor')));
      return `| ${name}, ${account} | ${at(0.5)} | ${at(0.95)} | ${at(1)} | ${own} | ${database} | **${times}** |`;
    });
  });
  return `${players.toLocaleString('en')} players with 75,000 names on 20 servers, half of which show their history to members, and ${onlinePlayers} who are online on
one that does not. ${rounds} rounds of ${Object.values(queries).flat().length} different searches as an Admin and as a member, one after the other. The floor is the CPU time of
\`GET /api/users/me\`, of the portal and its database together, in the same rounds.

| \`GET /api/search\` | median, ms | 95 % | slowest | portal, CPU ms a search | database, CPU ms | times the floor |
|---|---|---|---|---|---|---|
${rows.join('\n')}`;
}
