import { Stop } from '../../stop.mjs';

const usual = { databaseMb: 1000, filesMb: 5000 };
const files = 20;
/** A log entry with its indexes; measured. */
const bytesPerEntry = 400;
/** The database itself, its write-ahead log, and what the portal leaves free on its drive. */
const besidesMb = 6000;

/**
 * How much is backed up: 1 GB of database and 5 GB of files, or what is asked for. It has to fit three times: as data, in an
 * archive, and restored.
 * @param {number} freeMib @param {NodeJS.ProcessEnv} settings BENCH_DATABASE_MB and BENCH_BACKUP_FILES_MB
 */
export function planBackup(freeMib, settings) {
  const databaseMb = readMb(settings, 'BENCH_DATABASE_MB', usual.databaseMb);
  const filesMb = readMb(settings, 'BENCH_BACKUP_FILES_MB', usual.filesMb);
  const needed = 3 * (databaseMb + filesMb) + besidesMb;
  if (needed > freeMib)
    throw new Stop(
      `This benchmark needs ${needed} MB of free space; there are ${freeMib}. BENCH_DATABASE_MB and BENCH_BACKUP_FILES_MB make it smaller.`,
    );
  return {
    logEntries: Math.ceil((databaseMb * 1e6) / bytesPerEntry),
    files,
    fileMib: Math.max(1, Math.round((filesMb * 1e6) / files / 2 ** 20)),
    isLess: databaseMb < usual.databaseMb || filesMb < usual.filesMb,
  };
}

/** @param {NodeJS.ProcessEnv} settings @param {string} name @param {number} usualMb */
function readMb(settings, name, usualMb) {
  const text = settings[name] ?? String(usualMb);
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new Stop(`${name} is "${text}"; it must be a whole number from 1 on.`);
  return Number(text);
}
