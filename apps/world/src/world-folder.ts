import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export type WorldFolder = { folder: string; remove: () => void };

/** A folder of this process alone, gone with it; or the one in `WORLD_DIR`, which stays. */
export function openWorldFolder(env: NodeJS.ProcessEnv): WorldFolder {
  const wanted = env['WORLD_DIR'];
  if (wanted) {
    const folder = path.resolve(wanted);
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    return { folder, remove: () => {} };
  }
  // A name that nobody can guess: another user may have prepared any other.
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `tribehall-world-${process.pid}-`));
  return { folder, remove: () => fs.rmSync(folder, { recursive: true, force: true }) };
}
