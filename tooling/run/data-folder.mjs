import fs from 'node:fs';
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Stop } from '../stop.mjs';
import { socketAddress } from '../setup/socket-address.mjs';

const pollMs = 200;
/** A portal whose npm was just killed takes a moment to notice. */
const noticeMs = 1_500;
/** A stopping portal has to close its connections and its database. */
const stoppingMs = 15_000;

/** @typedef {{ pid: number, url: string | null, stopping?: boolean }} Holder */

/** Stops a second start on the same data folder before it changes anything. @param {string} dataDir */
export async function refuseSecondStart(dataDir) {
  const startedAt = Date.now();
  for (;;) {
    const holder = await readHolder(dataDir);
    if (!holder) return;
    if (Date.now() - startedAt > (holder.stopping ? stoppingMs : noticeMs)) {
      const where = holder.url ? `process ${holder.pid}, ${holder.url}` : `process ${holder.pid}`;
      throw new Stop(`Tribehall is already running on ${dataDir} (${where}).`);
    }
    await delay(pollMs);
  }
}

/** The portal listens on a socket that describes it. @param {string} dataDir @returns {Promise<Holder | undefined>} */
async function readHolder(dataDir) {
  if (!fs.existsSync(dataDir)) return undefined;
  const socket = net.connect(socketAddress('tribehall', fs.realpathSync(dataDir)));
  socket.setTimeout(5_000, () => socket.destroy(new Error('no answer')));
  let text = '';
  try {
    for await (const chunk of socket) text += chunk;
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
