import zlib from 'node:zlib';
import { openPage, withBrowser } from '../browser.mjs';
import { addServers, logIn, startPortal, withDataFolder } from '../portal.mjs';
import { interleave, inWords, ratio, spread } from '../rounds.mjs';

const rounds = 7;
const counts = { many: 5000, few: 10 };

/** @typedef {{ url: string, token: string }} ListedServers */
/** @typedef {{ openMs: number, scrollMs: number, longTasks: number }} Sample main-thread work in the page */

/** @returns {Promise<string>} */
export function measurePicker() {
  return withListedServers(counts.many, (many) =>
    withListedServers(counts.few, (few) =>
      withBrowser(async (browser) => {
        const bytes = await listBytes(many);
        const samples = await interleave(
          { many: () => measureOnce(browser, many), few: () => measureOnce(browser, few) },
          rounds,
        );
        return table(samples, bytes);
      }),
    ),
  );
}

/** @template T @param {number} count @param {(portal: ListedServers) => Promise<T>} work @returns {Promise<T>} */
function withListedServers(count, work) {
  return withDataFolder(async (dataDir) => {
    const portal = await startPortal(dataDir);
    try {
      await addServers(dataDir, count);
      return await work({ url: portal.url, token: await logIn(portal.url) });
    } finally {
      await portal.stop();
    }
  });
}

/** @param {import('@playwright/test').Browser} browser @param {ListedServers} portal @returns {Promise<Sample>} */
async function measureOnce(browser, { url, token }) {
  const page = await openPage(browser, url, token);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const workMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  await page.goto('/arkbot/servers');
  const button = page.getByRole('banner').getByRole('button', { name: 'Select a server...' });
  await button.waitFor();
  await page.evaluate(idleWorkDone);
  const before = await workMs();
  await button.click();
  const grid = page.getByRole('dialog').getByRole('grid');
  await grid.getByText('Load 0001').waitFor();
  const opened = await workMs();
  const longTasks = Number(await page.evaluate(scrollThrough));
  const sample = { openMs: opened - before, scrollMs: (await workMs()) - opened, longTasks };
  await page.context().close();
  return sample;
}

/** Runs in the page: waits until idle fetches have been finished for half a second, the earliest a person would click. */
const idleWorkDone = `(async () => {
  const isQuiet = () => {
    const come = performance.getEntriesByType('resource').filter(({ responseEnd }) => responseEnd > 0);
    const hasPicker = come.some(({ name }) => name.includes('server-choices'));
    return hasPicker && performance.now() - Math.max(...come.map(({ responseEnd }) => responseEnd)) > 500;
  };
  do await new Promise((resolve) => requestIdleCallback(resolve));
  while (!isQuiet());
})()`;

/** Runs in the page: 120 frames of scrolling; returns how many tasks took over 50 ms. */
const scrollThrough = `(async () => {
  let longTasks = 0;
  const observer = new PerformanceObserver((list) => (longTasks += list.getEntries().length));
  observer.observe({ entryTypes: ['longtask'] });
  const grid = document.querySelector('[role=dialog] [role=grid]');
  for (let frame = 0; frame < 120; frame += 1) {
    grid.scrollTop += 400;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  observer.disconnect();
  return longTasks;
})()`;

/** @param {ListedServers} portal */
async function listBytes({ url, token }) {
  const response = await fetch(`${url}/api/ark/servers`, { headers: { authorization: `Bearer ${token}` } });
  const body = Buffer.from(await response.arrayBuffer());
  return zlib.gzipSync(body).length / counts.many;
}

/** @param {Record<string, Sample[]>} samples @param {number} bytes */
function table(samples, bytes) {
  const many = samples['many'] ?? [];
  const few = samples['few'] ?? [];
  /** @param {keyof Sample} key */
  const row = (key) => {
    const of = many.map((sample) => sample[key]);
    const baseline = few.map((sample) => sample[key]);
    return `${inWords(spread(of))} | ${inWords(spread(baseline))} | ${inWords(ratio(of, baseline), 2)}`;
  };
  const longTasks = spread(many.map((sample) => sample.longTasks));
  return `${rounds} rounds in Chromium, each with a new page. Work is the time the page's main thread was busy.

| | ${counts.many} servers | ${counts.few} servers | ratio |
|---|---|---|---|
| open the picker until the first rows are there, ms of work | ${row('openMs')} |
| scroll through 120 frames of 400 px, ms of work | ${row('scrollMs')} |

Tasks over 50 ms while scrolling: ${inWords(longTasks)}. The list call's body, gzipped: ${bytes.toFixed(1)} bytes a server.`;
}
