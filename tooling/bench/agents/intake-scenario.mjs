import { setTimeout as wait } from 'node:timers/promises';
import { addAgents, logIn, startPortal, withDataFolder } from '../portal.mjs';
import { createAsker } from '../terminal/terminal-scenario.mjs';
import { ask, openConnection } from './agent-client.mjs';

const askEveryMs = 5;
const forMs = 5_000;
const agents = 4;
const frameBytes = 250_000;

/** @param {(index: number) => object} item @param {number} max */
function filled(item, max) {
  const items = [];
  for (let bytes = 0; items.length < max;) {
    const next = item(items.length);
    bytes += JSON.stringify(next).length + 1;
    if (bytes > frameBytes) break;
    items.push(next);
  }
  return items;
}

/** @param {string} text */
const logLines = (text) => ({
  method: 'logs',
  params: {
    lines: filled(() => ({ at: new Date().toISOString(), key: 'game', level: 'info', text }), 1000),
    skipped: 0,
  },
});
/** @param {number} index */
const structure = (index) => ({ id: `s${index}`, className: 'Floor_C', teamId: 1, x: index, y: 1, z: 1 });

/** Frames of the maximum size, filled with what is most expensive to take in. @type {Record<string, { method: string, params: object }>} */
const frames = {
  'log lines of line breaks': logLines(`${'\n'.repeat(3999)}x`),
  'log lines of names of secrets': logLines('token'.repeat(800)),
  '1,000 short log lines': logLines('x'),
  '2,000 structures of a save': { method: 'save.rows', params: { structures: filled(structure, 2000) } },
};

/** @returns {Promise<string>} */
export function measureIntake() {
  return withDataFolder(async (dataDir) => {
    const portal = await startPortal(dataDir);
    try {
      const asker = createAsker(portal.url, await logIn(portal.url, 'member'));
      const tokens = await addAgents(dataDir, agents);
      const address = `${portal.url.replace('http', 'ws')}/api/ark/link`;
      const sockets = await Promise.all(tokens.map((token) => openConnection(address, token)));
      for (const socket of sockets) await ask(socket, 'save.begin', beginning());
      for (let count = 0; count < 300; count += 1) await asker();
      const rows = [await measure('nothing', asker, () => wait(askEveryMs))];
      for (const [name, { method, params }] of Object.entries(frames))
        for (const count of [1, agents])
          rows.push(
            await measure(`${name}, ${count === 1 ? 'one agent' : `${count} agents`}`, asker, () =>
              Promise.all(sockets.slice(0, count).map((socket) => ask(socket, method, params))),
            ),
          );
      return page(rows);
    } finally {
      await portal.stop();
    }
  });
}

function beginning() {
  const now = new Date().toISOString();
  return { base: null, revision: `bench-${Date.now()}`, savedAt: now, map: null, format: 'bench', gameTime: 1 };
}

/** @param {string} name @param {() => Promise<number>} asker @param {() => Promise<unknown>} send */
async function measure(name, asker, send) {
  /** @type {number[]} */
  const times = [];
  const until = performance.now() + forMs;
  let frameCount = 0;
  const sending = (async () => {
    for (; performance.now() < until; frameCount += 1) await send();
  })();
  while (performance.now() < until) {
    times.push(await asker());
    await wait(askEveryMs);
  }
  await sending;
  const sorted = times.toSorted((a, b) => a - b);
  const at = (/** @type {number} */ part) => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1);
  return `| ${[name, name === 'nothing' ? '–' : frameCount, sorted.length, at(0.5), at(0.99), at(1)].join(' | ')} |`;
}

/** @param {string[]} rows */
function page(rows) {
  return `For ${forMs / 1000} s each, agents send messages of 250 kB (the limit is 256 KiB), the next as soon as the last is acknowledged. Meanwhile
someone else asks for \`GET /api/users/me\` every ${askEveryMs} ms, from the same process as the agents.

| sent meanwhile | messages of each | answers | median, ms | 99 % | slowest |
|---|---|---|---|---|---|
${rows.join('\n')}`;
}
