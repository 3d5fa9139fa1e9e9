import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../testing/folder.fixture.ts';
import { makeCheckFolder, removeAbandonedChecks } from './check-folder.ts';

it('removes orphaned folders of killed checks, and nothing that is in use', async () => {
  const stateDir = makeFolder();
  const make = (name: string, ageMs: number) => {
    const folder = path.join(stateDir, name);
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, 'world.ark'), 'x');
    const changedAt = (Date.now() - ageMs) / 1_000;
    fs.utimesSync(folder, changedAt, changedAt);
  };
  make('check-old', 7_200_000);
  make('check-new', 60_000);
  make('0123456789abcdef', 7_200_000);
  const made = path.basename(await makeCheckFolder(stateDir));
  expect(fs.readdirSync(stateDir).toSorted()).toEqual(['0123456789abcdef', 'check-new', made].toSorted());
  await removeAbandonedChecks(path.join(stateDir, 'missing'));
});
