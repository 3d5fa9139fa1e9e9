import { setTimeout as delay } from 'node:timers/promises';
import { emptyDrive, fillDrive, isDrive } from '../drive.mjs';

/** @typedef {import('../run-faults.mjs').Fault} Fault */

const fullMs = 6_000;
const topUpMs = 100;

/** The drive of the data folder is full for seconds. @type {Fault[]} */
export const fullDrives = [
  {
    name: 'data folder full',
    inject: async ({ product, load }) => {
      if (!isDrive(product.dataDir)) return { skipped: 'needs to be root, to mount a small drive' };
      fillDrive(product.dataDir);
      const from = performance.now();
      try {
        while (performance.now() - from < fullMs) {
          fillDrive(product.dataDir);
          await delay(topUpMs);
        }
      } finally {
        emptyDrive(product.dataDir);
      }
      const until = performance.now();
      const during = load.sent.filter(({ startedAt, endedAt }) => startedAt > from && endedAt < until);
      const countOf = (/** @type {string} */ write, /** @type {number} */ status) =>
        during.filter((one) => one.write === write && one.status === status).length;
      const refusedFiles = countOf('file', 507);
      const servedReads = countOf('read', 200);
      return {
        note: `${refusedFiles} files refused with 507, ${servedReads} reads served`,
        violations: [
          ...(refusedFiles > 0 ? [] : ['no upload was refused with 507']),
          ...(servedReads > 0 ? [] : ['nothing was read while the drive was full']),
        ],
      };
    },
  },
];
