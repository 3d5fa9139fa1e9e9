import { listProcesses, waitUntil } from '../product.mjs';

/** @typedef {import('../run-faults.mjs').Fault} Fault */

/** @param {import('../product.mjs').ProcessName} name @returns {Fault} */
const killOf = (name) => ({
  name: `kill -9 ${name}`,
  ends: name === 'portal' ? ['portal', 'database'] : [name],
  inject: async ({ product }) => {
    process.kill(product.processes()[name] ?? 0, 'SIGKILL');
  },
});

/** @type {Fault} */
const killLauncher = {
  name: 'kill -9 launcher, start again',
  ends: ['launcher', 'portal', 'agent', 'world', 'database'],
  // The games end with it, and with them what nobody has read yet of their chat and commands.
  excused: ['event', 'command'],
  inject: async ({ product }) => {
    await product.killLauncher();
    const startedAt = performance.now();
    await product.start();
    return { note: `ready ${((performance.now() - startedAt) / 1000).toFixed(1)} s after the start` };
  },
};

const videoId = 'TekSaddle_9';

/** @type {Fault} */
const killDownload = {
  name: 'kill -9 yt-dlp during a download',
  inject: async ({ product, world, clients }) => {
    // Slow enough to be there when it is killed.
    await world.video('switch', { id: videoId, switches: { bytesPerSecond: 2_000 } });
    try {
      const asked = await clients.member.send('POST', '/skibapbot/music/download', { videoId, audioOnly: false });
      if (asked.status !== 200) return { skipped: `no download: ${asked.text.slice(0, 80)}` };
      const find = () =>
        listProcesses().filter(({ command }) => /yt-dlp/.test(command) && command.includes(product.dataDir));
      if (!(await waitUntil(() => find().length > 0, 20_000))) return { skipped: 'yt-dlp did not start' };
      for (const { pid } of find()) process.kill(pid, 'SIGKILL');
      const hasEnded = async () => (await clients.member.read('/skibapbot/music/downloads'))?.[0]?.state !== 'running';
      const isOver = await waitUntil(hasEnded, 30_000);
      return { violations: isOver ? [] : ['the download still counts as running'] };
    } finally {
      await world.video('reset');
    }
  },
};

/** Sudden ends of each process. @type {Fault[]} */
export const kills = [killOf('portal'), killOf('database'), killOf('agent'), killDownload, killLauncher];
