/** At 1×. */
export const sizes = { servers: 50, players: 1_000, structures: 500, 'log lines': 5_000, bans: 100 };

const dayMs = 24 * 60 * 60 * 1000;
const daysAgo = (/** @type {number} */ days) => encodeURIComponent(new Date(Date.now() - days * dayMs).toISOString());

/**
 * Requests of an Owner: what a person opens.
 * @type {{ of: keyof typeof sizes, name: string, path: (serverId: string) => string }[]}
 */
export const requestCosts = [
  { of: 'servers', name: 'the list of all servers', path: () => 'ark/servers' },
  { of: 'servers', name: 'the public status page', path: () => 'status' },
  { of: 'servers', name: 'home', path: () => 'home' },
  { of: 'servers', name: 'one server', path: (id) => `ark/servers/${id}` },
  { of: 'players', name: 'a search by name', path: () => 'search?query=cinderjaw' },
  { of: 'players', name: 'the list of all players, first page', path: () => 'ark/players' },
  { of: 'players', name: 'one player', path: () => 'ark/players/76561198000000777' },
  { of: 'structures', name: 'the state of the save', path: (id) => `ark/servers/${id}/structures` },
  { of: 'structures', name: 'the points of the map', path: (id) => `ark/servers/${id}/structures/points` },
  { of: 'structures', name: 'the tribes', path: (id) => `ark/servers/${id}/tribes` },
  { of: 'log lines', name: 'the last day', path: () => `logs/entries?after=${daysAgo(1)}` },
  {
    of: 'log lines',
    name: 'a search for a rare word',
    path: () => `logs/entries?after=${daysAgo(30)}&search=titanosaur`,
  },
  { of: 'bans', name: 'the list of bans', path: (id) => `ark/servers/${id}/bans` },
  { of: 'bans', name: 'a search among them', path: (id) => `ark/servers/${id}/bans?search=cinderjaw` },
];

let seq = 0;
const event = (/** @type {string} */ type, /** @type {object} */ data) => ({
  events: [{ seq: (seq += 1), at: new Date().toISOString(), type, data }],
});
const online = (/** @type {number} */ from) =>
  Array.from({ length: 10 }, (_, n) => ({ id: `765611980${String(from + n).padStart(8, '0')}`, name: `Player ${n}` }));

/**
 * Messages of an agent: what a game server sends. One sequence of numbers for all portals: it only has to increase.
 * @type {{ of: keyof typeof sizes, name: string, method: string, params: () => object }[]}
 */
export const agentCosts = [
  {
    of: 'servers',
    name: 'a chat message',
    method: 'events',
    params: () => event('chat.line', { kind: 'player', name: 'Bench', survivor: 'Bench', text: `line ${seq}` }),
  },
  {
    of: 'players',
    name: 'ten players come, ten go',
    method: 'events',
    params: () => event('players.online', { players: online((seq % 90) * 10) }),
  },
  {
    of: 'log lines',
    name: 'a line of a log',
    method: 'logs',
    params: () => ({
      lines: [{ at: new Date().toISOString(), key: 'game', level: 'info', text: `line ${Date.now()}` }],
      skipped: 0,
    }),
  },
];
