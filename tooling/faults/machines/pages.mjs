import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '../http.mjs';
import { waitUntil } from '../product.mjs';
import { text } from '../writes.mjs';
import { openPage, readContents } from './page.mjs';

/** @typedef {ReturnType<typeof openPages>} Pages */

/** After so long, a page counts as never right. */
const giveUpMs = 30_000;
const askEveryMs = 100;
/** Of the names of files, by how they were uploaded. @type {Partial<Record<string, string>>} */
const endings = { file: '.txt', upload: '.upload.txt' };

/**
 * An open page at each portal, through nginx.
 * @param {import('./machines.mjs').Machines} machines @param {{ token: string, serverId: string }} session
 */
export function openPages({ url, ca, portals }, { token, serverId }) {
  const client = createClient(url, token, { ca });
  const all = portals.map(({ port }) => ({ port, ...openPage(url, { token, ca, serverId }) }));
  return {
    /** Puts each page at its own portal. */
    spread: async () => {
      const isThere = await Promise.all(all.map((page) => page.moveTo(page.port)));
      if (isThere.includes(false)) throw new Error('A page does not come to its portal.');
    },
    /**
     * Milliseconds until each page has a stream and shows all that the API returns, with something that was written since.
     * @param {{ load: import('../load.mjs').Load, mark: string, from: number }} fault
     */
    untilRight: async ({ load, mark, from }) => {
      /** @type {import('./page.mjs').Contents[]} */
      const answers = [];
      const times = all.map(() => Number.POSITIVE_INFINITY);
      const isOver = () => times.every(Number.isFinite) || performance.now() - from > giveUpMs;
      const judge = () =>
        all.forEach((page, index) => {
          if (Number.isFinite(times[index]) || !page.isLive()) return;
          if (answers.some(page.shows)) times[index] = performance.now() - from;
        });
      const ask = async () => {
        while (!isOver()) {
          const contents = await readContents(client, serverId);
          if (contents && hasSince(contents, { load, mark, from })) answers.push(contents);
          await delay(askEveryMs);
        }
      };
      const look = async () => {
        for (; !isOver(); await delay(askEveryMs / 2)) judge();
      };
      await Promise.all([ask(), look()]);
      return times;
    },
    /** When nothing is written any more, each page shows what the API returns. */
    judgeEnd: async () => {
      const areRight = await waitUntil(async () => {
        const contents = await readContents(client, serverId);
        return contents !== undefined && all.every((page) => page.isLive() && page.shows(contents));
      }, giveUpMs);
      return areRight ? [] : ['an open page does not show what the API returns'];
    },
    close: () => {
      client.close();
      for (const page of all) page.close();
    },
  };
}

/**
 * Whether there is something in it that was sent, and acknowledged, after that moment.
 * @param {import('./page.mjs').Contents} contents @param {{ load: import('../load.mjs').Load, mark: string, from: number }} since
 */
export function hasSince({ chat, files }, { load, mark, from }) {
  const fresh = load.sent.filter(({ status, startedAt }) => status === 200 && startedAt > from);
  const [messages, names] = [[...chat.values()], new Set(files.values())];
  return fresh.some(({ write, n }) => {
    const one = text({ mark }, n);
    if (write === 'chat') return messages.some((message) => message.includes(one));
    return names.has(`${one}${endings[write] ?? ' '}`);
  });
}
