import fs from 'node:fs';
import os from 'node:os';
import { Stop } from '../../stop.mjs';

const usualMib = 1024;
const leastMib = 16;
/** What the portal leaves free on its drive, its database and the warm-up. */
const besidesMib = 1536;
const tmpfs = 0x01021994;

/** @typedef {{ transferMib: number, bigMib: number, parallelMib: number, isLess: boolean }} Sizes */

/** Where temporary files are on a drive: in memory neither writing nor flushing would cost what it costs people. */
export function driveFolder() {
  return fs.statfsSync(os.tmpdir()).type === tmpfs ? '/var/tmp' : os.tmpdir();
}

/** MiB that this user may still write there. @param {string} folder */
export function freeMib(folder) {
  const { bavail, bsize } = fs.statfsSync(folder);
  return Math.floor((bavail * bsize) / 2 ** 20);
}

/**
 * How much is sent: the usual sizes, halved until they fit.
 * @param {number} free MiB @param {string} [requested] the setting BENCH_FILES_MIB, for a short trial
 * @returns {Sizes}
 */
export function planSizes(free, requested = String(usualMib)) {
  const requestedMib = Number(requested);
  if (!/^\d{1,5}$/.test(requested) || requestedMib < leastMib)
    throw new Stop(`BENCH_FILES_MIB is "${requested}"; it must be a whole number from ${leastMib} on.`);
  let transferMib = requestedMib;
  // The biggest file has twice the size, and a file may wait for its end beside it.
  while (transferMib >= leastMib && 3 * transferMib + besidesMib > free) transferMib = Math.floor(transferMib / 2);
  if (transferMib < leastMib)
    throw new Stop(`This benchmark needs ${3 * leastMib + besidesMib} MiB of free space; there are ${free}.`);
  return {
    transferMib,
    bigMib: 2 * transferMib,
    parallelMib: Math.ceil(transferMib / 4),
    isLess: transferMib < usualMib,
  };
}
