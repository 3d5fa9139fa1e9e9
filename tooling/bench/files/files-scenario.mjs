import fs from 'node:fs';
import path from 'node:path';
import { createClients } from './clients.mjs';
import { measureMemory } from './memory.mjs';
import { startNginx } from './nginx.mjs';
import { downloadTable, memoryTable, uploadTable } from './tables.mjs';
import { blobFolder, startFilesPortal } from './files-portal.mjs';
import { driveFolder, freeMib, planSizes } from './disk-space.mjs';
import { measureDownloads, measureUploads } from './transfers.mjs';
import { withDataFolder } from '../portal.mjs';
import { withStopSignal } from '../../run/stop-signals.mjs';

const rounds = 5;
const memoryRounds = 3;

/** @returns {Promise<string>} */
export function measureFiles() {
  const drive = driveFolder();
  const sizes = planSizes(freeMib(drive), process.env.BENCH_FILES_MIB);
  return withStopSignal((signal) =>
    withDataFolder(async (folder) => {
      const clients = createClients(signal);
      const dataDir = path.join(folder, 'data');
      fs.mkdirSync(dataDir);
      const { uploads, downloads } = await measureTransfers(folder, dataDir, clients, sizes.transferMib * 2 ** 20);
      const memory = await measureMemory(dataDir, clients, { ...sizes, rounds: memoryRounds });
      return `${rounds} rounds of ${sizes.transferMib} MiB each${sizes.isLess ? ' (less than usual)' : ''}, from a separate process; between them the drive
is synced and memory touched, so that all begin alike.
Counted is the CPU time of the portal's process alone, or of nginx's one worker.

${uploadTable(uploads)}

${downloadTable(downloads)}

${memoryTable(memory, memoryRounds)}`;
    }, drive),
  );
}

/** @param {string} folder @param {string} dataDir @param {import('./clients.mjs').Clients} clients @param {number} bytes */
async function measureTransfers(folder, dataDir, clients, bytes) {
  const portal = await startFilesPortal(dataDir, clients);
  try {
    const nginx = await startNginx(path.join(folder, 'nginx'), blobFolder(dataDir), clients);
    try {
      const contest = { portal, nginx, clients, bytes, rounds };
      return { uploads: await measureUploads(contest), downloads: await measureDownloads(contest) };
    } finally {
      await nginx?.stop();
    }
  } finally {
    await portal.stop();
  }
}
