import { groundCellUnits as unitsOfReader } from '@tribehall/ark/saves/ground/ground-grid';
import { changeSave } from '@tribehall/ark/testing/change-save';
import { unpackRealSave } from '@tribehall/ark/testing/real-saves';
import { groundCellUnits } from '@tribehall/contract/agent/world-saves.contract';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { makeFolder } from '../testing/folder.fixture.ts';
import { bundlePrograms } from '../testing/programs.fixture.ts';
import { setUpSaves } from '../testing/saves.fixture.ts';

const programs = bundlePrograms();

async function setUpRagnarok() {
  const { saves, folder, start } = await setUpSaves(programs);
  const mapFolder = path.join(folder, 'Ragnarok_WP');
  fs.mkdirSync(mapFolder);
  const file = unpackRealSave('Ragnarok_WP.ark', mapFolder);
  const rewrite = (...sql: string[]) => {
    const changed = path.join(makeFolder(), 'Ragnarok_WP.ark');
    fs.copyFileSync(file, changed);
    changeSave(changed, ...sql);
    fs.copyFileSync(changed, `${file}.tmp`);
    fs.renameSync(`${file}.tmp`, file);
  };
  return { saves, start, rewrite };
}

it('sends the heights of a real save once, and later only the cells that changed, never as gone', async () => {
  const { saves, start, rewrite } = await setUpRagnarok();
  saves.takesGround = true;
  await start();
  await vi.waitFor(() => expect(saves.ends).toHaveLength(1));
  expect(saves.ground.size).toBe(23);
  expect(saves.batches.flatMap(({ ground }) => ground).flatMap(({ heights }) => heights)).toHaveLength(63);
  // Without the foundations of one of the two players.
  const floors = [...saves.structures].filter(([, { json }]) => json.includes('1520314192')).map(([id]) => `x'${id}'`);
  const sentBefore = saves.batches.length;
  rewrite(`delete from game where key in (${floors.join()})`);
  await vi.waitFor(() => expect(saves.ends).toHaveLength(2));
  const changed = saves.batches.slice(sentBefore).flatMap(({ ground }) => ground);
  expect(changed.length).toBeLessThanOrEqual(2);
  expect(saves.ground.size).toBe(23);
});

it('has squares as wide as the protocol says', () => {
  expect(unitsOfReader).toBe(groundCellUnits);
});

it('sends no heights to a portal of an older version, and all of them once it is newer', async () => {
  const { saves, start, rewrite } = await setUpRagnarok();
  await start();
  await vi.waitFor(() => expect(saves.ends).toHaveLength(1));
  expect(saves.ground.size).toBe(0);
  saves.takesGround = true;
  rewrite(`create table note (text)`);
  await vi.waitFor(() => expect(saves.ends).toHaveLength(2));
  expect(saves.begins[1]?.base).toBe(saves.begins[0]?.revision);
  expect(saves.ground.size).toBe(23);
});
