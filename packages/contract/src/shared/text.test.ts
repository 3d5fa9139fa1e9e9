import { describe, expect, it } from 'vitest';
import { classTitle, speakerName, speakerNames, trimEndOf } from './text.ts';

describe('classTitle', () => {
  it.each([
    ['Floor_Stone_C', 'Stone Floor'],
    ['Wall_Wood_C', 'Wood Wall'],
    ['StorageBox_Large_C', 'Large Storage Box'],
    ['GateFrame_Stone_Large_C', 'Large Stone Gate Frame'],
    ['CropPlotLarge_SM_C', 'Large Crop Plot'],
    ['ThatchFloor_C', 'Thatch Floor'],
    ['Bed_Modern_C', 'Modern Bed'],
    ['SimpleBed_C', 'Simple Bed'],
    ['StructureTurretBaseBP_C', 'Turret Base'],
    ['PrimalStructure_BearTrap_C', 'Bear Trap'],
    ['TEKTeleporter_C', 'TEK Teleporter'],
    ['BP_Campfire_C_2147483647', 'Campfire'],
    ['/Game/Mods/Walls/Wall_Metal.Wall_Metal_C', 'Metal Wall'],
    ['C4Charge_C', 'C4 Charge'],
    ['Étagère_Grande_C', 'Étagère Grande'],
    ['wall_stone', 'Stone Wall'],
  ])('shows %s as %s', (className, title) => expect(classTitle(className)).toBe(title));

  it('returns what has no words as it is', () => {
    expect(classTitle('')).toBe('');
    expect(classTitle('_C')).toBe('_C');
    expect(classTitle('BP_C')).toBe('BP');
    expect(classTitle('Structure_C')).toBe('Structure');
  });

  it('is quick on text of a stranger', () => {
    expect(classTitle(`${'aB_'.repeat(3_000)}\u202e`)).toContain('\u202e');
    expect(classTitle('/'.repeat(10_000))).toBe('/'.repeat(10_000));
  });
});

describe('speakerName', () => {
  it.each([
    ['Jorun (player)', { name: 'player', survivor: 'Jorun' }],
    ['Jorun', { name: 'Jorun', survivor: 'Jorun' }],
    ['player', { name: 'player', survivor: null }],
    ['player', { name: 'player', survivor: '' }],
    ['player', { name: 'player' }],
    ['Jorun', { name: '', survivor: 'Jorun' }],
  ])('shows %s', (shown, speaker) => {
    expect(speakerName(speaker)).toBe(shown);
  });

  it('distinguishes survivors of the same name by their players', () => {
    const speakers = ['a', 'b', 'c'].map((name) => ({ name, survivor: 'Jorun' }));
    expect(new Set(speakers.map(speakerName)).size).toBe(3);
    expect(speakers.map(speakerNames)).toEqual([
      ['Jorun', 'a'],
      ['Jorun', 'b'],
      ['Jorun', 'c'],
    ]);
  });
});

describe('trimEndOf', () => {
  it('takes characters away at the end alone', () => {
    expect(trimEndOf('//a/b///', '/')).toBe('//a/b');
    expect(trimEndOf('one\ntwo\r\n\n', '\r\n')).toBe('one\ntwo');
    expect(trimEndOf('///', '/')).toBe('');
    expect(trimEndOf('', '/')).toBe('');
    expect(trimEndOf('a.b', '/')).toBe('a.b');
  });
});
