import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { orNothing } from '../platform/files/or-nothing.ts';

const nightly = /^tribehall-(\d{4})-(\d\d)-(\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz$/;
const beforeUpgrade = /^before-[\w.-]+\.tar\.gz$/;
const partial = /^(tribehall|before|manual)-.*\.tar\.gz\.partial$/;
const keptBeforeUpgrade = 3;
/** Clocks of machines that share a folder differ. */
const maxAheadMs = 60 * 60 * 1000;

/** Those that an operator makes have a name of their own: they stand for no night, and stay. */
export const manualPrefix = 'manual-';

type NightlyArchive = { name: string; at: Date };

/** "tribehall-2026-11-18T03-30-00Z.tar.gz" */
export function archiveName(at: Date, prefix = 'tribehall-'): string {
  return `${prefix}${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`;
}

/** Nightly archives of this folder with their times, newest first, without those from the future. */
export async function listArchives(folder: string, now: Date): Promise<NightlyArchive[]> {
  return (await listNightly(folder)).filter((archive) => !isFromFuture(archive, now));
}

/** Made while the clock was wrong: they must not stand for the nights until then. */
export async function listFutureArchives(folder: string, now: Date): Promise<NightlyArchive[]> {
  return (await listNightly(folder)).filter((archive) => isFromFuture(archive, now));
}

const isFromFuture = ({ at }: NightlyArchive, now: Date) => at.getTime() > now.getTime() + maxAheadMs;

async function listNightly(folder: string): Promise<NightlyArchive[]> {
  const names = (await orNothing(readdir(folder))) ?? [];
  return names
    .flatMap((name) => {
      const [, year, month, day, hour, minute, second] = nightly.exec(name) ?? [];
      return year === undefined ? [] : [{ name, at: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) }];
    })
    .toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

/** Retention: the newest stay. */
export async function removeOldArchives(folder: string, { keep, now }: { keep: number; now: Date }): Promise<void> {
  for (const { name } of (await listArchives(folder, now)).slice(keep)) await rm(join(folder, name), { force: true });
}

/** The same for those that were made before upgrades. */
export async function removeOldUpgradeArchives(folder: string): Promise<void> {
  const found = ((await orNothing(readdir(folder))) ?? []).filter((name) => beforeUpgrade.test(name));
  const dated = await Promise.all(found.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })));
  for (const { name } of dated.toSorted((a, b) => b.at - a.at).slice(keptBeforeUpgrade))
    await rm(join(folder, name), { force: true });
}

/** Of backups that were killed. */
export async function removePartialArchives(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (partial.test(name)) await rm(join(folder, name), { force: true });
}
