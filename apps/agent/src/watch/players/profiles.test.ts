import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findMapName } from '../../saves/world-save.ts';
import { makeFolder } from '../../testing/folder.fixture.ts';
import { createProfiles } from './profiles.ts';

const steamId = '76561197991984752';

const int = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
};
const text = (value: string) => Buffer.concat([int(value.length + 1), Buffer.from(`${value}\0`, 'latin1')]);

/** As Survival Evolved writes it, with nothing but two properties. */
function profile(arkId: bigint, survivor: string): Buffer {
  const number = Buffer.alloc(8);
  number.writeBigUInt64LE(arkId);
  const property = (name: string, type: string, value: Buffer) =>
    Buffer.concat([text(name), text(type), int(value.length), int(0), value]);
  return Buffer.concat([
    int(1),
    property('PlayerDataID', 'UInt64Property', number),
    property('PlayerCharacterName', 'StrProperty', text(survivor)),
  ]);
}

it('finds a player by the name of the file, in whatever case and depth, and reads it again when it changes', async () => {
  const folder = makeFolder();
  const file = path.join(folder, 'TheIsland_WP', `${steamId}.arkprofile`);
  fs.mkdirSync(path.dirname(file));
  fs.writeFileSync(file, profile(827_627_995n, 'Annie'));
  fs.writeFileSync(path.join(folder, '0002F16BAD3D4330B6097FCEC38C5610.arkprofile'), profile(5n, 'Eve'));
  const profiles = createProfiles(folder);
  expect(await profiles.find(steamId)).toMatchObject({ arkId: '827627995', survivor: 'Annie' });
  expect(await profiles.find('0002f16bad3d4330b6097fcec38c5610')).toMatchObject({ arkId: '5' });
  expect(await profiles.count()).toBe(2);
  fs.writeFileSync(file, profile(827_627_996n, 'Reborn again'));
  expect(await profiles.find(steamId)).toMatchObject({ arkId: '827627996', survivor: 'Reborn again' });
});

it('knows nothing of who has none, of damaged and of huge files', async () => {
  const folder = makeFolder();
  const profiles = createProfiles(folder);
  expect(await profiles.find(steamId)).toBeUndefined();
  fs.writeFileSync(path.join(folder, '76561197991984753.arkprofile'), Buffer.alloc(200, 0xff));
  fs.writeFileSync(path.join(folder, '76561197991984754.arkprofile'), '');
  fs.truncateSync(path.join(folder, '76561197991984754.arkprofile'), 64 * 1024 * 1024);
  const others = createProfiles(folder);
  expect(await others.find('76561197991984753')).toBeUndefined();
  expect(await others.find('76561197991984754')).toBeUndefined();
  expect(await createProfiles(path.join(folder, 'missing')).find(steamId)).toBeUndefined();
});

it('knows the map by its newest save, not by copies', async () => {
  const folder = makeFolder();
  const save = (name: string, seconds: number) => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), '');
    fs.utimesSync(path.join(folder, name), seconds, seconds);
  };
  expect(await findMapName(folder)).toBeUndefined();
  save('TheIsland.ark', 1_000);
  save('TheIsland_15.07.2026_12.00.00.ark', 3_000);
  expect(await findMapName(folder)).toBe('TheIsland');
  save('Ragnarok_WP/Ragnarok_WP.ark', 2_000);
  expect(await findMapName(folder)).toBe('Ragnarok_WP');
});
