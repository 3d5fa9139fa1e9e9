import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeFolder, spawnPortal } from '../testing/portal-process.ts';
import { prepareDataFolder } from './data-folder.ts';

const folder = makeFolder();
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function startAsNobody(dataDir: string): Promise<string> {
  const portal = spawnPortal(dataDir, { uid: nobody });
  expect(await portal.exit()).toBe(1);
  return portal.output();
}

describe('DATA_DIR', () => {
  it('has to be a folder', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(prepareDataFolder(join(folder, 'file'))).toBe(`DATA_DIR (${folder}/file) is not a folder.`);
    expect(prepareDataFolder(join(folder, 'file/below'))).toBe(`DATA_DIR (${folder}/file/below) is not a folder.`);
    expect(prepareDataFolder(join(folder, 'new/below'))).toBeUndefined();
  });

  it.runIf(isRoot)('that another user owns stops the start with one sentence and its cure', async () => {
    chmodSync(folder, 0o755);
    const foreign = join(folder, 'foreign');
    mkdirSync(foreign, { mode: 0o755 });
    const sentence = `DATA_DIR (${foreign}) belongs to the user with the number 0 and cannot be written by the user nobody (65534). `;
    expect(await startAsNobody(foreign)).toBe(
      `${sentence}Run Tribehall as the user with the number 0, or give the folder to this user: sudo chown -R nobody: ${foreign}\n`,
    );
    expect(await startAsNobody(join(foreign, 'data'))).toBe(
      `DATA_DIR (${foreign}/data) cannot be created by the user nobody (65534). Create it for this user, or set DATA_DIR to another folder.\n`,
    );
  });

  it.runIf(isRoot)('with files of another user, as after a copy, says whose they are', async () => {
    const copied = join(folder, 'copied');
    mkdirSync(copied);
    execFileSync('chown', [String(nobody), copied]);
    writeFileSync(join(copied, 'secret.key'), 'x', { mode: 0o600 });
    expect(await startAsNobody(copied)).toMatch(/^\S+secret\.key belongs to the user with the number 0, and this is /);
  });
});
