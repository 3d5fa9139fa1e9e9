import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { withStopSignal } from '../../run/stop-signals.mjs';
import { Stop } from '../../stop.mjs';
import { createClients } from '../files/clients.mjs';
import { driveFolder, freeMib } from '../files/disk-space.mjs';
import { startFilesPortal } from '../files/files-portal.mjs';
import { runAdmin, startPortal, withDataFolder } from '../portal.mjs';
import { residentMib } from '../processes.mjs';
import { peakResidentMib, runMeasured } from './measured-program.mjs';
import { planBackup } from './plan.mjs';
import { serveDuring } from './people.mjs';

/** How much more memory the full size may take than the demo world. */
const allowedMib = 100;
const calmMs = 10_000;
/** The nightly backup is looked for this often. */
const lookMs = 200;

/** @returns {Promise<string>} */
export function measureBackup() {
  const drive = driveFolder();
  const plan = planBackup(freeMib(drive), process.env);
  return withStopSignal((signal) =>
    withDataFolder(async (folder) => {
      const clients = createClients(signal);
      const place = (/** @type {string} */ name) => path.join(folder, name);
      const dataDir = place('data');
      fs.mkdirSync(dataDir);

      const first = await startFilesPortal(dataDir, clients);
      const small = await runMeasured(dataDir, ['backup', '--to', place('small.tar.gz')], signal);
      const smallRestore = await runMeasured(place('small'), ['restore', place('small.tar.gz')], signal);
      const retention = { LOG_MAX_MB: '20000' };
      await runAdmin(dataDir, ['add-log-entries', String(plan.logEntries)], retention);
      for (let n = 0; n < plan.files; n += 1) await first.uploadByTus(plan.fileMib * 2 ** 20);
      await first.stop();

      const portal = await startPortal(dataDir, retention);
      const calm = await serveDuring(portal.url, () => wait(calmMs));
      const portalMib = residentMib(portal.pid);
      /** @type {import('./measured-program.mjs').Run | undefined} */
      let backup;
      const busy = await serveDuring(portal.url, async () => {
        backup = await runMeasured(dataDir, ['backup', '--to', place('full.tar.gz')], signal);
      });
      await portal.stop();
      if (!backup) throw new Stop('There is no backup.');

      const restore = await runMeasured(place('restored'), ['restore', place('full.tar.gz')], signal);
      const databaseMib = Math.round(treeBytes(path.join(dataDir, 'database'), 'base') / 2 ** 20);
      fs.rmSync(place('restored'), { recursive: true });
      fs.rmSync(place('full.tar.gz'));
      const nightly = await measureNightly(dataDir, place('nightly'), retention);

      const rows = [
        row('`tribehall backup` under load', backup, small.peakMib),
        row('`tribehall restore`', restore, smallRestore.peakMib),
        row('the nightly backup, in the portal', nightly, portalMib),
      ];
      return `${databaseMib} MiB of database and ${plan.files} files of ${plan.fileMib} MiB (random bytes)${plan.isLess ? ', less than usual' : ''}.
Memory is the most that the process ever had, above what it takes for the demo world; for the nightly backup, above the portal
that answered the same requests before. ${allowedMib} MiB more are allowed.

| | s | MiB | more MiB | |
| --- | --: | --: | --: | --- |
${rows.join('\n')}

Four readers, and one who uploads files and deletes them, on the portal meanwhile:

| | requests | failed | median ms | 99 % ms |
| --- | --: | --: | --: | --: |
${served('no backup', calm)}
${served('a backup', busy)}
${served('the nightly backup', nightly.served)}

> ${backup.output.trim().split('\n')[0]?.replace(folder, '')}
>
> ${
        restore.output
          .trim()
          .split('\n')
          .find((line) => line.includes('restored')) ?? ''
      }`;
    }, drive),
  );
}

/** A portal makes the backup that it has missed as soon as it has started. @param {string} dataDir @param {string} backupDir @param {Record<string, string>} settings */
async function measureNightly(dataDir, backupDir, settings) {
  fs.mkdirSync(backupDir);
  const startedAt = performance.now();
  const portal = await startPortal(dataDir, { ...settings, BACKUP_DIR: backupDir });
  const isDone = () => fs.readdirSync(backupDir).some((name) => name.endsWith('.tar.gz'));
  try {
    const served = await serveDuring(portal.url, async () => {
      while (!isDone()) await wait(lookMs);
    });
    const seconds = (performance.now() - startedAt) / 1000;
    return { seconds, peakMib: peakResidentMib(portal.pid), served };
  } finally {
    await portal.stop();
  }
}

/** @param {string} name @param {{ seconds: number, peakMib: number }} run @param {number} before */
function row(name, { seconds, peakMib }, before) {
  const more = peakMib - before;
  return `| ${name} | ${seconds.toFixed(0)} | ${peakMib.toFixed(0)} | ${more.toFixed(0)} | ${more <= allowedMib ? 'holds' : '**too much**'} |`;
}

/** @param {string} name @param {import('./people.mjs').Served} served */
function served(name, { requests, failed, medianMs, p99Ms }) {
  return `| ${name} | ${requests} | ${failed} | ${medianMs.toFixed(1)} | ${p99Ms.toFixed(0)} |`;
}

/** Bytes of the files below the folders of that name. @param {string} folder @param {string} name */
function treeBytes(folder, name) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath.split(path.sep).includes(name))
    .reduce((sum, entry) => sum + fs.statSync(path.join(entry.parentPath, entry.name)).size, 0);
}
