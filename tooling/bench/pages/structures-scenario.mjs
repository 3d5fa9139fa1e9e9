import { openPage, withBrowser } from '../browser.mjs';
import { logIn, runAdmin, withPortal } from '../portal.mjs';
import { interleave, inWords, spread } from '../rounds.mjs';
import { filterByTribes, panTheMap, scrollTheList } from './structures-scripts.mjs';

const rounds = 5;
const counts = { many: 200_000, few: 2_000 };

/**
 * @typedef {{ openMs: number, openWorkMs: number, filterMs: number[], farMs: number[], nearMs: number[],
 *   panWorkMs: number, longTasks: number, scrollMs: number[] }} Sample
 */

/** @returns {Promise<string>} */
export function measureStructures() {
  return withPortal(async ({ url, dataDir }) => {
    const token = await logIn(url, 'admin');
    await runAdmin(dataDir, ['add-servers', '2']);
    const [many = '', few = ''] = await listServers(url, token);
    await runAdmin(dataDir, ['load-structures', many, String(counts.many)]);
    await runAdmin(dataDir, ['load-structures', few, String(counts.few)]);
    return withBrowser(async (browser) => {
      /** @param {string} serverId @param {number} count */
      const measure = (serverId, count) => () => measureOnce(browser, { url, token, serverId, count });
      return table(await interleave({ many: measure(many, counts.many), few: measure(few, counts.few) }, rounds));
    });
  });
}

/** @param {string} url @param {string} token @returns {Promise<string[]>} */
async function listServers(url, token) {
  const response = await fetch(`${url}/api/ark/servers?nameFilter=Load`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = /** @type {{ data: { id: string }[] }} */ (await response.json());
  return data.map(({ id }) => id);
}

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {{ url: string, token: string, serverId: string, count: number }} target @returns {Promise<Sample>}
 */
async function measureOnce(browser, { url, token, serverId, count }) {
  const page = await openPage(browser, url, token);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const workMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  /** @template T @param {string} script @returns {Promise<T>} */
  const run = (script) => /** @type {Promise<T>} */ (page.evaluate(script));
  const startedAt = performance.now();
  await page.goto(`/arkbot/servers/${serverId}/structures`);
  await page
    .getByRole('status')
    .filter({ hasText: `${count.toLocaleString('en')} structures` })
    .waitFor();
  await page.getByRole('grid', { name: 'Structures' }).getByRole('row').nth(2).waitFor();
  const [openMs, openWorkMs] = [performance.now() - startedAt, await workMs()];

  await page
    .getByRole('search', { name: 'Filter structures' })
    .getByRole('button', { name: /^Tribe/ })
    .click();
  await page.getByRole('searchbox', { name: 'Find by tribe' }).waitFor();
  /** @type {number[]} */
  const filterMs = await run(filterByTribes);
  await page.keyboard.press('Escape');
  const beforePan = await workMs();
  /** @type {{ frames: number[], longTasks: number }} */
  const far = await run(panTheMap);
  const panWorkMs = ((await workMs()) - beforePan) / far.frames.length;
  for (let press = 0; press < 4; press += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
  /** @type {{ frames: number[], longTasks: number }} */
  const near = await run(panTheMap);
  /** @type {number[]} */
  const scrollMs = await run(scrollTheList);
  await page.context().close();
  const longTasks = far.longTasks + near.longTasks;
  return { openMs, openWorkMs, filterMs, farMs: far.frames, nearMs: near.frames, panWorkMs, longTasks, scrollMs };
}

/** @param {Record<string, Sample[]>} samples */
function table({ many = [], few = [] }) {
  /** @param {string} name @param {(samples: Sample[]) => string} words */
  const row = (name, words) => `| ${name} | ${words(many)} | ${words(few)} |`;
  return `${rounds} rounds in Chromium without a graphics processor, each with a new page. A filter is timed from the click until number and map are painted;
a frame from one to the next, which at 60 a second is 16.7 ms. Medians, with the 5th and 95th of a hundred.

| | ${counts.many.toLocaleString('en')} structures | ${counts.few.toLocaleString('en')} structures |
|---|---|---|
${row('open until the first rows are there, ms', (of) => inWords(spread(of.map(({ openMs }) => openMs))))}
${row('… of which the page worked, ms', (of) => inWords(spread(of.map(({ openWorkMs }) => openWorkMs))))}
${row('choose a tribe, ms', (of) => percentiles(of.flatMap(({ filterMs }) => filterMs)))}
${row('frame while panning, all in sight, ms', (of) => percentiles(of.flatMap(({ farMs }) => farMs)))}
${row('frame while panning, zoomed in, ms', (of) => percentiles(of.flatMap(({ nearMs }) => nearMs)))}
${row('work in a frame of panning, ms', (of) => inWords(spread(of.map(({ panWorkMs }) => panWorkMs)), 1))}
${row('tasks over 50 ms while panning', (of) => inWords(spread(of.map(({ longTasks }) => longTasks))))}
${row('frame while the list scrolls, ms', (of) => percentiles(of.flatMap(({ scrollMs }) => scrollMs)))}`;
}

/** @param {number[]} values */
function percentiles(values) {
  const sorted = values.toSorted((a, b) => a - b);
  /** @param {number} share */
  const at = (share) => (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(1);
  return `${at(0.5)} (${at(0.05)}–${at(0.95)})`;
}
