import { setTimeout } from 'node:timers/promises';
import { Stop } from '../../stop.mjs';
import { withDemoWorld } from '../demo-world.mjs';
import { logIn, withDataFolder } from '../portal.mjs';
import { inWords, spread } from '../rounds.mjs';
import { openPlainPage, withPlainBrowser } from './plain-browser.mjs';

const rounds = 3;
/** How many times slower than this machine: a phone of the middle class. */
const slowdown = 4;
const limits = { paintMs: 1_500, blockingMs: 200, shift: 0.02, interactionMs: 200 };

const pages = {
  landing: '/',
  'server status': '/status',
  home: '/',
  servers: '/arkbot/servers',
  server: '/arkbot/servers/demo-the-island',
  'online players': '/arkbot/servers/demo-the-island/players',
  structures: '/arkbot/servers/demo-the-island/structures',
  'server chat': '/arkbot/servers/demo-the-island/chat',
  cluster: '/arkbot/clusters/demo-old-guard',
  'all players': '/arkbot/players',
  player: '/arkbot/players/76561190000000001',
  music: '/skibapbot/music',
  files: '/files',
  databases: '/databases',
  logs: '/logs',
  terminal: '/terminal',
  users: '/users',
  audit: '/audit',
  account: '/account',
};
const publicPages = new Set(['landing', 'server status']);

/** @typedef {{ paintMs: number, blockingMs: number, shift: number, interactionMs: number }} Sample */

/** All pages, or those named in SCREENS ("logs,audit"). */
const chosen = Object.entries(pages).filter(([name]) => process.env.SCREENS?.split(',').includes(name) ?? true);

/** @returns {Promise<string>} */
export function measureScreens() {
  return withDataFolder((folder) =>
    withDemoWorld(folder, (url) =>
      withPlainBrowser(async (send) => {
        const token = await logIn(url, 'owner');
        await untilSavesAreRead(url, token);
        /** @type {Record<string, Sample[]>} */
        const samples = {};
        for (let round = 0; round < rounds; round += 1)
          for (const [name, address] of chosen) {
            const page = await openPlainPage(send, record + (publicPages.has(name) ? '' : logInWith(token)));
            const own = (samples[name] ??= []);
            own.push(await measureOnce(page, url + address));
            await page.close();
          }
        return table(samples);
      }),
    ),
  );
}

const maxReadMs = 120_000;

/** The agent reads the worlds of all servers when it starts; that would count as the work of the pages. @param {string} url @param {string} token */
async function untilSavesAreRead(url, token) {
  /** @param {string} path */
  const get = async (path) => {
    const response = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
    return /** @type {any} */ (await response.json()).data;
  };
  const isRead = async () => {
    const servers = /** @type {{ id: string }[]} */ (await get('/ark/servers'));
    const saves = await Promise.all(servers.map(({ id }) => get(`/ark/servers/${id}/structures`)));
    const isReading = saves.some(({ save }) => save.readingSince !== null);
    return !isReading && saves.filter(({ save }) => save.readAt !== null).length > 1;
  };
  const end = Date.now() + maxReadMs;
  while (!(await isRead())) {
    if (Date.now() > end) throw new Stop('The saves of the demo world were not read.');
    await setTimeout(500);
  }
}

/** Runs in the page before anything else. Layout shift as browsers sum it up: the worst five seconds. */
const record = `
  globalThis.seen = { paintMs: 0, blockingMs: 0, shift: 0, interactionMs: 0, lastAt: 0 };
  const watch = (type, take, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options });
  // The log page adds lines as they are written: the page itself is complete once it asks for those after the ones it has.
  const live = () => performance.getEntriesByType('resource').find(({ name }) => name.includes('/logs/entries?seen='));
  watch('largest-contentful-paint', ({ startTime }) => {
    if (startTime < (live()?.startTime ?? Infinity)) seen.paintMs = startTime;
  });
  watch('longtask', ({ startTime, duration }) => {
    seen.blockingMs += duration - 50;
    seen.lastAt = startTime + duration;
  });
  let window = { from: 0, last: 0, sum: 0 };
  watch('layout-shift', ({ value, hadRecentInput, startTime }) => {
    if (hadRecentInput) return;
    if (startTime - window.last > 1000 || startTime - window.from > 5000) window = { from: startTime, last: 0, sum: 0 };
    window = { ...window, last: startTime, sum: window.sum + value };
    seen.shift = Math.max(seen.shift, window.sum);
  });
  watch('event', ({ duration }) => (seen.interactionMs = Math.max(seen.interactionMs, duration)), { durationThreshold: 16 });`;

/** @param {string} token */
function logInWith(token) {
  return `localStorage.setItem('token', ${JSON.stringify(token)});`;
}

/** @param {import('./plain-browser.mjs').PlainPage} page @param {string} url @returns {Promise<Sample>} */
async function measureOnce(page, url) {
  await page.ask('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.ask('Page.navigate', { url });
  await page.until("document.querySelector('h1')");
  await page.evaluate(untilQuiet);
  const loaded = /** @type {Sample} */ (await page.evaluate('({ ...seen })'));
  await interact(page);
  await page.evaluate(untilQuiet);
  return { ...loaded, interactionMs: Number(await page.evaluate('seen.interactionMs')) };
}

/** What can be done on every page: a key that moves the focus, and the search where there is one. @param {import('./plain-browser.mjs').PlainPage} page */
async function interact(page) {
  await page.press('Tab');
  const search = "document.querySelector('header button[aria-keyshortcuts][aria-haspopup=dialog]')";
  if (!(await page.evaluate(`Boolean(${search})`))) return;
  await page.click(search);
  await page.until("document.querySelector('[role=dialog] [role=combobox]')");
  await page.press('i', 'i');
  await page.press('s', 's');
  await page.press('Escape');
}

/** Runs in the page: nothing was fetched, and the main thread not blocked, for a second; at most ten seconds. */
const untilQuiet = `(async () => {
  const from = performance.now();
  const lastAt = () => Math.max(seen.lastAt, from, ...performance.getEntriesByType('resource').map(({ responseEnd }) => responseEnd));
  do await new Promise((resolve) => setTimeout(resolve, 100));
  while (performance.now() - lastAt() < 1000 && performance.now() - from < 10_000);
})()`;

/** @param {Record<string, Sample[]>} samples */
function table(samples) {
  const rows = Object.entries(samples).map(([name, own]) => {
    /** @param {keyof Sample} key @param {number} [digits] */
    const cell = (key, digits = 0) => {
      const of = spread(own.map((sample) => sample[key]));
      return of.median > limits[key] ? `**${inWords(of, digits)}**` : inWords(of, digits);
    };
    const address = pages[/** @type {keyof typeof pages} */ (name)];
    return `| ${name} \`${address}\` | ${cell('paintMs')} | ${cell('blockingMs')} | ${cell('shift', 3)} | ${cell('interactionMs')} |`;
  });
  return `${rounds} rounds in Chromium at ${slowdown} times the CPU time, each in a new browser context without a cache, with the demo world running
beside it on the same machine. The interaction is the longest of: Tab, opening the search, typing two letters, closing it. Nothing else watches the page meanwhile.
Lines that the log page adds live do not count as paint. Bold: above the limit.

| page | largest paint, ms | blocked, ms | layout shift | longest interaction, ms |
|---|---|---|---|---|
| limit | ${limits.paintMs} | ${limits.blockingMs} | ${limits.shift} | ${limits.interactionMs} |
${rows.join('\n')}`;
}
