import fs from 'node:fs/promises';
import path from 'node:path';

const beginning = 'check-';
/** No check takes this long: its process was killed. */
const abandonedMs = 60 * 60_000;

/** Creates a temporary folder for the copy of a save that is being checked. */
export async function makeCheckFolder(stateDir: string): Promise<string> {
  await fs.mkdir(stateDir, { recursive: true, mode: 0o700 });
  await removeAbandonedChecks(stateDir);
  return await fs.mkdtemp(path.join(stateDir, beginning));
}

/** Removes orphaned copies, which may be as big as the save. */
export async function removeAbandonedChecks(stateDir: string): Promise<void> {
  const names = await fs.readdir(stateDir).catch(() => []);
  for (const name of names.filter((found) => found.startsWith(beginning))) {
    const folder = path.join(stateDir, name);
    const stat = await fs.stat(folder).catch(() => undefined);
    const isAbandoned = stat?.isDirectory() && Date.now() - stat.mtimeMs > abandonedMs;
    if (isAbandoned) await fs.rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
