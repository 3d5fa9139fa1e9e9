import type { ByteSource } from '../saves/byte-reader.ts';
import { openAseSave } from '../saves/ase/open-ase-save.ts';
import type { SavedRow, SaveReport } from '../saves/save-rows.ts';
import { write, type FixtureObject } from './ase-fixture.ts';

export const tribe = 1_234_567_890;

export function readAll(source: ByteSource): { rows: SavedRow[]; report: SaveReport } {
  const rows: SavedRow[] = [];
  const generator = openAseSave(source).rows();
  for (;;) {
    const step = generator.next();
    if (step.done) return { rows, report: step.value };
    if (step.value) rows.push(step.value);
  }
}

export const vault: FixtureObject = {
  className: 'StorageBox_Huge_C',
  coordinates: [-1000.5, 2000.25, 300],
  properties: [
    write.texts('LinkedStructures', ['a', 'b']),
    write.int('StructureID', 77),
    write.struct('SomeColour', 'LinearColor', () => Buffer.alloc(16, 1)),
    write.unknown('FromAMod', 'OddProperty', Buffer.alloc(33, 5)),
    write.choice('AChoice', 'EChoice::Second'),
    write.byte('AByte', 4),
    write.bool('bHasResetDecayTime', true),
    write.int('TargetingTeam', tribe),
    write.text('OwnerName', 'Tribe of Größe'),
    write.int('OwningPlayerID', 555),
    write.text('OwningPlayerName', 'Bób 🦖'),
    write.text('BoxName', ' Loot\u0000\n\u202eroom '),
    write.float('Health', 900),
    write.float('MaxHealth', 50_000),
    write.double('OriginalCreationTime', 123_456.5),
    write.int('StructureID', 1, 1),
  ],
  tail: Buffer.alloc(12, 3),
};

export const wild: FixtureObject = {
  className: 'Dodo_Character_BP_C',
  coordinates: [1, 2, 3],
  properties: [write.bool('bServerInitializedDino', true), write.int('TargetingTeam', 2000)],
};

export const pawn: FixtureObject = {
  className: 'PlayerPawnTest_Male_C',
  coordinates: [7, 8, 9],
  properties: [
    write.uint64('LinkedPlayerDataID', 555n),
    write.text('PlayerName', 'Bob the Builder'),
    write.text('PlatformProfileName', 'bob'),
    write.playerId('PlatformProfileID', '76561197991984752'),
    write.text('SavedNetworkAddress', '192.0.2.77'),
    write.int('TargetingTeam', tribe),
    write.double('SavedLastTimeHadController', 400),
  ],
};

export const item: FixtureObject = {
  className: 'PrimalItemResource_Wood_C',
  isItem: true,
  properties: [write.int('ItemQuantity', 100)],
};
