import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../../testing/folder.fixture.ts';
import { createBanList } from './ban-list.ts';

const ann = '76561197991984752';
const eve = '0002f16bad3d4330b6097fcec38c5610';

it('reads the first list that is there, one id a line, in whatever case and with whatever behind it', async () => {
  const folder = makeFolder();
  const files = ['missing.txt', 'BanList.txt'].map((name) => path.join(folder, name));
  const list = createBanList(files);
  expect([await list.has(ann), await list.file()]).toEqual([undefined, undefined]);
  fs.writeFileSync(files[1] ?? '', `${ann}, Ann\r\n${eve.toUpperCase()}\r\n`);
  expect([await list.has(ann), await list.has(eve), await list.has('76561197991984753')]).toEqual([true, true, false]);
  fs.writeFileSync(files[1] ?? '', `${ann}9\n`);
  expect(await list.has(ann)).toBe(false);
});
