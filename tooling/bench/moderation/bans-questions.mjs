/** @typedef {{ serverId: string, clusterId: string, before: string }} Places a server, its cluster and a cursor far down the list */
/** @typedef {'admin' | 'member' | 'newcomer'} Account */

const search = (/** @type {string} */ text) => `ark/sanctions?kind=ban&search=${encodeURIComponent(text)}`;
const oneOf = (/** @type {string[]} */ texts, /** @type {number} */ n) => texts[n % texts.length] ?? '';

/**
 * What is asked of the ban list; `n` counts the requests of a round. Names are those that `add-ban-list` makes up.
 * @type {{ name: string, of?: readonly Account[], path: (places: Places, n: number) => string }[]}
 */
export const bansQuestions = [
  { name: 'the first page of 100', path: () => 'ark/sanctions?kind=ban' },
  { name: 'the first page of all kinds', path: () => 'ark/sanctions' },
  { name: 'a page far down', path: ({ before }) => `ark/sanctions?kind=ban&before=${before}` },
  { name: 'a page of 1,000 for an export', path: ({ before }) => `ark/sanctions?kind=ban&limit=1000&before=${before}` },
  { name: 'active ones', path: () => 'ark/sanctions?kind=ban&state=active' },
  { name: 'ended ones', path: () => 'ark/sanctions?kind=ban&state=ended' },
  { name: 'lifted ones', path: () => 'ark/sanctions?kind=ban&state=lifted' },
  { name: 'by a moderator', path: (_, n) => `ark/sanctions?kind=ban&by=${oneOf(['Noor', 'Nobody', 'Tess'], n)}` },
  { name: 'for one server', path: ({ serverId }) => `ark/sanctions?kind=ban&serverId=${serverId}` },
  { name: 'for one cluster', path: ({ clusterId }) => `ark/sanctions?kind=ban&clusterId=${clusterId}` },
  {
    name: 'of a reach',
    path: (_, n) => `ark/sanctions?kind=ban&reach=${oneOf(['server', 'cluster', 'all'], n)}`,
  },
  { name: 'mutes, of which there are none', path: () => 'ark/sanctions?kind=mute' },
  { name: 'of one player', path: (_, n) => `ark/sanctions?playerId=7656119800000${1000 + n}` },
  { name: 'a search: a rare part of a name', path: (_, n) => search(oneOf(['cinderjawhex', 'frostvexgor'], n)) },
  { name: 'a search: a common part of a name', path: (_, n) => search(oneOf(['the', 'ember', 'ka'], n)) },
  { name: 'a search: an ID', path: (_, n) => search(oneOf(['76561198000000777', '76561198000031', '00000777'], n)) },
  { name: 'a search: a rare reason', path: (_, n) => search(oneOf(['titanosaur', 'smuggling'], n)) },
  { name: 'a search: a common reason', path: (_, n) => search(oneOf(['cheating', 'report', 'on ragnarok'], n)) },
  { name: 'a search: found nowhere', path: (_, n) => search(oneOf(['zzzyzx', 'Привет', '?'], n)) },
  {
    name: 'a search among the active ones of a moderator on a server',
    path: ({ serverId }) => `${search('frost')}&state=active&by=Noor&serverId=${serverId}`,
  },
  {
    name: "a server's bans, as the specification asks",
    of: ['admin', 'member'],
    path: ({ serverId }) => `ark/servers/${serverId}/bans`,
  },
  {
    name: "a search among a server's bans",
    of: ['admin', 'member'],
    path: ({ serverId }, n) =>
      `ark/servers/${serverId}/bans?search=${encodeURIComponent(oneOf(['cinderjaw', 'a', 'titanosaur', 'zzzyzx'], n))}`,
  },
];

let imported = 0;

/** New players each time, with some who are banned already. @param {Places} places @param {'server' | 'cluster' | 'all'} type */
export function importedPage({ serverId, clusterId }, type) {
  const bans = Array.from({ length: 200 }, (_, n) => ({
    playerId: n % 20 === 0 ? `7656119800000${1000 + n}` : `7656119850${String((imported += 1)).padStart(7, '0')}`,
    name: `Imported ${imported}`,
    reason: 'From a list',
  }));
  const reach = { server: { type, serverId }, cluster: { type, clusterId }, all: { type } }[type];
  return { reach, bans };
}
