import { Stop } from '../../stop.mjs';
import { logIn, runAdmin, withPortal } from '../portal.mjs';
import { inWords, spread } from '../rounds.mjs';

const rounds = 25;
const dayMs = 24 * 60 * 60 * 1000;

/** @typedef {{ url: string, headers: { authorization: string } }} Reader */
/** @typedef {{ name: string, limitMs: number, paths: (round: number, serverIds: string[]) => string[] }} Question */

/** @returns {Promise<string>} */
export function measureJournal() {
  const count = Number(process.env.BENCH_JOURNAL_ROWS ?? 10_000_000);
  return withPortal(async ({ url, dataDir }) => {
    await runAdmin(dataDir, ['add-history', String(count)]);
    const reader = { url, headers: { authorization: `Bearer ${await logIn(url, 'admin')}` } };
    const serverIds = await findServers(reader);
    const rows = [];
    for (const question of questions) rows.push({ ...question, ...(await measure(reader, question, serverIds)) });
    return page(count, rows);
  });
}

/** @param {Reader} reader @returns {Promise<string[]>} */
async function findServers({ url, headers }) {
  const reply = await fetch(`${url}/api/ark/servers?nameFilter=load`, { headers });
  const body = /** @type {any} */ (await reply.json());
  // In the order in which `add-history` has given them players.
  return body.data.map((/** @type {{ id: string }} */ { id }) => id).toSorted();
}

const playerId = (/** @type {number} */ number) => `765611980${String(number).padStart(8, '0')}`;
/** Another player each time: the first of them have most of the events. */
const anyone = (/** @type {number} */ round) => playerId(1 + round * round * 70);
const texts = [
  'cinderjaw',
  'cindrjaw',
  'a',
  'ka',
  'the tamer',
  'frost',
  '76561198000000777',
  'zz',
  'emberfr',
  'Load 0007',
];
const daysAgo = (/** @type {number} */ days) => new Date(Date.now() - days * dayMs).toISOString();
/** Any day of the year. */
const someDay = (/** @type {number} */ round) => 2 + ((round * 37) % 350);

/** @type {Question[]} */
const questions = [
  {
    name: 'a player page: the person, the timeline and the playtime at once',
    limitMs: 150,
    paths: (round) => ['', '/timeline', '/playtime'].map((part) => `ark/players/${anyone(round)}${part}`),
  },
  {
    name: 'a timeline: one kind of events, in one month',
    limitMs: 150,
    paths: (round) => {
      const from = someDay(round);
      const span = `from=${daysAgo(from + 30)}&until=${daysAgo(from)}`;
      return [`ark/players/${anyone(round)}/timeline?kinds=tamed&${span}`];
    },
  },
  {
    name: 'who was on at a moment, on all servers',
    limitMs: 100,
    paths: (round) => [`ark/presence?from=${daysAgo(someDay(round))}`],
  },
  {
    name: 'who was on during an hour, on all servers',
    limitMs: 100,
    paths: (round) => {
      const day = someDay(round);
      return [`ark/presence?from=${daysAgo(day)}&until=${daysAgo(day - 1 / 24)}`];
    },
  },
  {
    name: 'the search for players, servers and the rest',
    limitMs: 300,
    paths: (round) => [`search?query=${encodeURIComponent(texts[round % texts.length] ?? '')}`],
  },
  {
    name: "a search in a tribe's log of 1,000 lines",
    limitMs: 300,
    paths: (round, serverIds) => {
      const number = round * 7;
      const serverId = serverIds[(1 + number) % serverIds.length];
      return [`ark/servers/${serverId}/tribes/${1000 + number}/log?search=giganotosaurus`];
    },
  },
  {
    name: 'a leaderboard of deaths over 30 days, on all servers',
    limitMs: 300,
    paths: () => ['ark/leaderboards?by=deaths&days=30'],
  },
];

/** @param {Reader} reader @param {Question} question @param {string[]} serverIds */
async function measure({ url, headers }, { paths }, serverIds) {
  const ms = [];
  let bytes = 0;
  // The first round counts too: nobody asks twice to get a fast reply.
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    const replies = await Promise.all(
      paths(round, serverIds).map(async (route) => {
        const reply = await fetch(`${url}/api/${route}`, { headers });
        if (!reply.ok) throw new Stop(`${route} was answered with ${reply.status}.`);
        return reply.text();
      }),
    );
    ms.push(performance.now() - startedAt);
    bytes += replies.join('').length;
  }
  return { ms, kilobytes: bytes / rounds / 1024 };
}

/** @param {number} count @param {(Question & { ms: number[], kilobytes: number })[]} rows */
function page(count, rows) {
  const lines = rows.map(
    ({ name, limitMs, ms, kilobytes }) => `| ${name} | ${inWords(spread(ms))} | ${limitMs} | ${kilobytes.toFixed(0)} |`,
  );
  return `${count.toLocaleString('en')} events and ${(count / 10).toLocaleString('en')} sessions of 50,000 players on 20 servers over a year, in the portal's own database.
${rounds} rounds over HTTP as an Admin, another player or day each time, the first one included. Half of the events are those of a quarter
of the players.

| question | ms | at most | kB |
|---|---|---|---|
${lines.join('\n')}`;
}
