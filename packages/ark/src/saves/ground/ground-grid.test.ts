import { describe, expect, it } from 'vitest';
import { makeSaveFolder } from '../../testing/asa-fixture.ts';
import { readWhole } from '../../testing/read-whole.ts';
import { unpackRealSave } from '../../testing/real-saves.ts';
import { openAsaSave } from '../asa/open-asa-save.ts';
import { groundRoleOf } from './ground-classes.ts';
import { createGroundGrid, groundLimits } from './ground-grid.ts';

const wild = (className: string) => ({ className, isCreature: true, team: 1 });
const built = (className: string) => ({ className, isCreature: false, team: 1_500_000_000 });
const at = (x: number, y: number, z: number) => () => ({ x, y, z });

const readGround = () => readWhole(openAsaSave(unpackRealSave('Ragnarok_WP.ark', makeSaveFolder()))).report.ground;

describe('the ground of a real save', () => {
  it('is known where creatures and foundations stand, and nowhere else', () => {
    const ground = readGround();
    const samples = ground.reduce((sum, { heights }) => sum + heights.length, 0);
    const dense = ground.filter(({ heights }) => heights.length >= 3);
    expect({ cells: ground.length, samples, dense: dense.length }).toEqual({ cells: 23, samples: 63, dense: 12 });
  });

  it('lies between the shore and the hills, without the pterosaurs above', () => {
    const heights = readGround().flatMap((cell) => cell.heights);
    expect(Math.min(...heights)).toBe(-148);
    expect(Math.max(...heights)).toBe(-55);
  });

  it('is one height for the floor of a base, whatever its size', () => {
    const cell = readGround().find(({ x, y }) => x === -36 && y === -45);
    expect(cell?.heights.filter((height) => height === -142)).toHaveLength(1);
  });
});

describe('a grid of heights', () => {
  it('takes no flyers, no swimmers and nothing that players put higher up', () => {
    const grid = createGroundGrid();
    const names = ['Ptero_Character_BP_C', 'Otter_Character_BP_C', 'Megalodon_Character_BP_C', 'Salmon_Character_BP_C'];
    for (const name of names) grid.add(wild(name), at(5, 5, 900));
    grid.add(built('Ceiling_Stone_C'), at(5, 5, 900));
    grid.add({ ...wild('Rex_Character_BP_C'), team: 1_500_000_000 }, at(5, 5, 900));
    grid.add(built('Floor_Stone_C'), at(5, 5, 300));
    grid.add(wild('Rex_Character_BP_C'), at(9_999, 5, 400));
    grid.add(wild('Rex_Character_BP_C'), at(-1, 5, 500));
    expect(grid.list()).toEqual([
      { x: 0, y: 0, heights: [3, 4], swimmers: 2 },
      { x: -1, y: 0, heights: [5], swimmers: 0 },
    ]);
  });

  it('is bounded in place, height and samples', () => {
    const grid = createGroundGrid();
    for (const far of [1e9, -1e9, Number.NaN]) {
      grid.add(wild('Dodo_Character_BP_C'), at(far, 0, 0));
      grid.add(wild('Dodo_Character_BP_C'), at(0, far, 0));
      grid.add(wild('Dodo_Character_BP_C'), at(0, 0, far));
    }
    grid.add(wild('Dodo_Character_BP_C'), () => undefined);
    expect(grid.list()).toEqual([]);
    for (let metres = 0; metres < 1_000; metres += 1) grid.add(wild('Dodo_Character_BP_C'), at(0, 0, metres * 100));
    for (let count = 0; count < 100; count += 1) grid.add(wild('Salmon_Character_BP_C'), at(0, 0, 0));
    expect(grid.list()).toEqual([
      { x: 0, y: 0, heights: [0, 4, 9, 13, 18, 22, 27, 31], swimmers: groundLimits.maxSwimmers },
    ]);
    for (let index = -groundLimits.maxIndex; index <= groundLimits.maxIndex; index += 1)
      for (let other = 0; other <= groundLimits.maxIndex; other += 1)
        grid.add(wild('Dodo_Character_BP_C'), at(index * 10_000, other * 10_000, 0));
    expect(grid.list()).toHaveLength(20_000);
  });

  it('knows creatures of mods by nothing but their feet', () => {
    expect(groundRoleOf('MyMod_Character_BP_C', true)).toBe('walks');
    expect(groundRoleOf('MyMod_Wyvern_Character_BP_C', true)).toBe('nothing');
    expect(groundRoleOf('DroppedItemGeneric_UnfertilizedEgg_C', false)).toBe('lies');
    expect(groundRoleOf('NPCZoneVolume', false)).toBe('nothing');
  });
});
