import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { withStopSignal } from '../../run/stop-signals.mjs';
import { createClients } from '../files/clients.mjs';
import { driveFolder, freeMib } from '../files/disk-space.mjs';
import { startFilesPortal } from '../files/files-portal.mjs';
import { runAdmin, startPortal, withDataFolder } from '../portal.mjs';
import { compareManifests, readManifest } from './manifests.mjs';
import { peakResidentMib, runMeasured } from './measured-program.mjs';
import { planBackup } from './plan.mjs';
import { serveDuring } from './people.mjs';
import { createSteps } from './steps.mjs';

/** How much more memory the full size may take than the demo world. */
const allowedMib = 100;
const calmMs = 30_000;
const stepMs = 15 * 60_000;
const retention = { LOG_MAX_MB: '20000' };
/** The nightly backup is looked for this often. */
const lookMs = 200;

/** @returns {Promise<{ text: string, failures: string[] }>} */
export function measureBackup() {
  const drive = driveFolder();
  const plan = planBackup(freeMib(drive), process.env);
  return withStopSignal((signal) =>
    withDataFolder(async (folder) => {
      const place = (/** @type {string} */ name) => path.join(folder, name);
      const dataDir = place('data');
      fs.mkdirSync(dataDir);
      const step = createSteps(signal, { limitMs: stepMs });
      const sizeOf = (/** @type {string} */ name) => () => `${sizeMib(place(name))} MiB`;

      const [small, smallRestore] = await step('the demo world', async (stopped) => {
        const first = await startPortal(dataDir);
        await first.stop();
        return [
          await runMeasured(dataDir, ['backup', '--to', place('small.tar.gz')], stopped),
          await runMeasured(place('small'), ['restore', place('small.tar.gz')], stopped),
        ];
      });
      await step('uploading files', async (stopped) => {
        const portal = await startFilesPortal(dataDir, createClients(stopped));
        try {
          for (let n = 0; n < plan.files; n += 1) await portal.uploadByTus(plan.fileMib * 2 ** 20);
        } finally {
          await portal.stop();
        }
      });
      await step('filling the database', () =>
        runAdmin(dataDir, ['add-log-entries', String(plan.logEntries)], retention),
      );

      const { calm, portalMib, backup, busy } = await step(
        'backup under load',
        async (stopped) => {
          const portal = await startPortal(dataDir, retention);
          try {
            const calm = await serveDuring(portal.url, () => wait(calmMs));
            const portalMib = peakResidentMib(portal.pid);
            const work = () => runMeasured(dataDir, ['backup', '--to', place('full.tar.gz')], stopped);
            const { result: backup, ...busy } = await serveDuring(portal.url, work);
            return { calm, portalMib, backup, busy };
          } finally {
            await portal.stop();
          }
        },
        sizeOf('full.tar.gz.partial'),
      );

      const restore = await step('restore', (stopped) =>
        runMeasured(place('restored'), ['restore', place('full.tar.gz')], stopped),
      );
      const differences = await step(
        'backup of what was restored, to compare',
        async (stopped) => {
          await runMeasured(place('restored'), ['backup', '--to', place('again.tar.gz')], stopped);
          return compareManifests(readManifest(place('full.tar.gz')), readManifest(place('again.tar.gz')));
        },
        sizeOf('again.tar.gz.partial'),
      );
      const { rows: rowCounts, entries } = readManifest(place('full.tar.gz'));
      const databaseMib = Math.round(treeBytes(path.join(dataDir, 'database'), 'base') / 2 ** 20);
      for (const name of ['restored', 'full.tar.gz', 'again.tar.gz']) fs.rmSync(place(name), { recursive: true });
      const nightly = await step('the nightly backup', (stopped) =>
        measureNightly(dataDir, place('nightly'), retention, stopped),
      );

      const runs = [
        { name: '`tribehall backup` under load', run: backup, before: small.peakMib },
        { name: '`tribehall restore`', run: restore, before: smallRestore.peakMib },
        { name: 'the nightly backup, in the portal', run: nightly, before: portalMib },
      ];
      const rows = runs.map(({ name, run, before }) => row(name, run, before));
      const rowCount = Object.values(rowCounts).reduce((sum, count) => sum + count, 0);
      const compared = `${rowCount} rows and ${Object.keys(entries).length} entries were compared after the restore: ${differences.length === 0 ? 'all the same' : '**not the same**'}.`;
      const tooMuch = runs
        .filter(({ run, before }) => run.peakMib - before > allowedMib)
        .map(({ name }) => `${name} took more than ${allowedMib} MiB`);
      const text = `${databaseMib} MiB of database and ${plan.files} files of ${plan.fileMib} MiB (random bytes)${plan.isLess ? ', less than usual' : ''}.
Memory is the most that the process ever had, above what it takes for the demo world; for the nightly backup, above a portal
that answered such requests for ${calmMs / 1000} s. ${allowedMib} MiB more are allowed.

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
      }
>
> ${compared}`;
      return { text, failures: [...tooMuch, ...differences] };
    }, drive),
  );
}

/** A portal makes the backup that it has missed as soon as it has started. @param {string} dataDir @param {string} backupDir @param {Record<string, string>} settings @param {AbortSignal} signal */
async function measureNightly(dataDir, backupDir, settings, signal) {
  fs.mkdirSync(backupDir);
  const startedAt = performance.now();
  const portal = await startPortal(dataDir, { ...settings, BACKUP_DIR: backupDir });
  const isDone = () => fs.readdirSync(backupDir).some((name) => name.endsWith('.tar.gz'));
  try {
    const served = await serveDuring(portal.url, async () => {
      while (!isDone()) await wait(lookMs, undefined, { signal });
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

/** @param {string} file */
function sizeMib(file) {
  return Math.round((fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) / 2 ** 20);
}
