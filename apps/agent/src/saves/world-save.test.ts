import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../testing/folder.fixture.ts';
import { findWorldSave } from './world-save.ts';

function setUp() {
  const folder = makeFolder();
  const put = (name: string, seconds: number) => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), 'x');
    fs.utimesSync(path.join(folder, name), seconds, seconds);
  };
  const find = async (wanted: Parameters<typeof findWorldSave>[1] = {}) => {
    const last = wanted.last === undefined ? undefined : path.join(folder, wanted.last);
    const found = await findWorldSave(folder, { ...wanted, last });
    return found && path.relative(folder, found.file);
  };
  return { folder, put, find };
}

it('is the newest world, and never a copy, a profile or a tribe', async () => {
  const { put, find } = setUp();
  expect(await find()).toBeUndefined();
  put('TheIsland.ark', 1_000);
  for (const name of [
    'TheIsland_01.01.2025_12.00.00.ark',
    'TheIsland_NewLaunchBackup.bak',
    'TheIsland_AntiCorruptionBackup.bak',
    'TheIsland_NewLaunchBackup.ark',
    '1234567890.arktribe',
    '1234567890.arktributetribe',
    '76561197991984752.arkprofile',
    'LocalProfiles/PlayerLocalData.arkprofile',
    'Ragnarok_WP/Ragnarok_WP_31.12.2025_23.59.59.ark',
  ]) {
    put(name, 9_000);
  }
  expect(await find()).toBe('TheIsland.ark');
  put('Ragnarok_WP/Ragnarok_WP.ark', 2_000);
  expect(await find()).toBe('Ragnarok_WP/Ragnarok_WP.ark');
});

it('is the one of the map, where that is known', async () => {
  const { put, find } = setUp();
  put('TheIsland_WP/TheIsland_WP.ark', 1_000);
  put('Ragnarok_WP/Ragnarok_WP.ark', 90_000);
  expect(await find({ map: 'theisland' })).toBe('TheIsland_WP/TheIsland_WP.ark');
  expect(await find({ map: 'Ragnarok_WP' })).toBe('Ragnarok_WP/Ragnarok_WP.ark');
  expect(await find({ map: 'Astraeos' })).toBe('Ragnarok_WP/Ragnarok_WP.ark');
});

it('stays the same while another game saves into the same folder, and changes with the map', async () => {
  const { put, find } = setUp();
  put('TheIsland.ark', 100_000);
  put('Ragnarok.ark', 100_900);
  expect(await find({ last: 'TheIsland.ark' })).toBe('TheIsland.ark');
  put('Ragnarok.ark', 110_000);
  expect(await find({ last: 'TheIsland.ark' })).toBe('Ragnarok.ark');
});

it('fails where the folder cannot be read', async () => {
  await expect(findWorldSave(path.join(makeFolder(), 'missing'))).rejects.toThrow('ENOENT');
});
