import { existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const megabyte = 1024 * 1024;

/** Megabytes that a start needs: the first one for PostgreSQL and its files, later ones for the write-ahead log. */
const needed = { first: 160, later: 32, otherDatabase: 1 };

/** Returns why the free space is not enough for a start, as a message; undefined if it is. */
export function reasonForNoSpace(dataDir: string, hasOwnDatabase: boolean): string | undefined {
  const isFirst = !existsSync(join(dataDir, 'database.json'));
  const needMb = hasOwnDatabase ? (isFirst ? needed.first : needed.later) : needed.otherDatabase;
  const { bavail, bsize } = statfsSync(dataDir);
  const freeMb = (bavail * bsize) / megabyte;
  if (freeMb >= needMb) return undefined;
  return (
    `There is too little space on the drive of ${dataDir}: ${freeMb.toFixed(1)} MB are free and ` +
    `${isFirst && hasOwnDatabase ? 'the first start' : 'a start'} needs ${needMb} MB. ` +
    'Free some space there, or set DATA_DIR to a folder on another drive.'
  );
}
