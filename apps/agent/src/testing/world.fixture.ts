import { properties, write, writeAseArchive, writeAseWorld } from '@tribehall/ark/testing/ase-fixture';
import fs from 'node:fs';
import path from 'node:path';

export const tribeId = 1_234_567_890;

export type Built = { id: number; health?: number; owner?: string; className?: string };

/** This many structures, numbered from 1. */
export const built = (count: number, change: (id: number) => Partial<Built> = () => ({})): Built[] =>
  Array.from({ length: count }, (_none, index) => ({ id: index + 1, ...change(index + 1) }));

/** `profiles`: those in the save itself, as with `-usestore`. */
type WorldOptions = { mtimeMs?: number; profiles?: Buffer[] };

/** A world of Survival Evolved with these structures; replaces the previous one as the game does. */
export function writeWorld(file: string, structures: Built[], options: WorldOptions = {}): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const unfinished = `${file}.tmp`;
  fs.writeFileSync(unfinished, worldBytes(structures, options.profiles));
  if (options.mtimeMs !== undefined) fs.utimesSync(unfinished, options.mtimeMs / 1_000, options.mtimeMs / 1_000);
  fs.renameSync(unfinished, file);
}

export function worldBytes(structures: Built[], profiles: Buffer[] = []): Buffer {
  return writeAseWorld({
    version: 11,
    map: 'TheIsland',
    gameTime: 50_000,
    ...(profiles.length > 0 && { store: { tribes: [], profiles } }),
    objects: structures.map(({ id, health, owner = 'Ann', className = 'StoneWall_C' }) => ({
      className,
      coordinates: [id * 10, -id, 5],
      properties: [
        write.int('StructureID', id),
        write.int('TargetingTeam', tribeId),
        write.text('OwnerName', 'The Tribe'),
        write.text('OwningPlayerName', owner),
        write.int('OwningPlayerID', 827_627_995),
        write.float('MaxHealth', 1_000),
        ...(health === undefined ? [] : [write.float('Health', health)]),
        write.double('OriginalCreationTime', 1_000 + id),
      ],
    })),
  });
}

export const address = '203.0.113.77';

/** The game's profile of a player, with the network address that must not be sent. */
export function profileBytes(playerId: string, arkId: bigint, survivor: string, platformName = 'Ann'): Buffer {
  const player = [
    write.uint64('PlayerDataID', arkId),
    write.playerId('UniqueID', playerId),
    write.text('SavedNetworkAddress', address),
    write.text('PlayerName', platformName),
    write.int('TribeID', tribeId),
    write.double('LoginTime', 40_000),
    write.struct(
      'MyPlayerCharacterConfig',
      'PrimalPlayerCharacterConfigStruct',
      properties([write.text('PlayerCharacterName', survivor)]),
    ),
  ];
  const myData = write.struct('MyData', 'PrimalPlayerDataStruct', properties(player));
  return writeAseArchive([{ className: 'PrimalPlayerDataBP_C', properties: [myData] }]);
}

export function tribeBytes(log: string[]): Buffer {
  const tribe = [
    write.text('TribeName', 'The Tribe'),
    write.int('OwnerPlayerDataID', 827_627_995),
    write.int('TribeID', tribeId),
    write.texts('MembersPlayerName', ['Ann']),
    write.ints('MembersPlayerDataID', [827_627_995]),
    write.texts('TribeLog', log),
  ];
  const data = write.struct('TribeData', 'TribeData', properties(tribe));
  return writeAseArchive([{ className: 'PrimalTribeData', properties: [data] }]);
}
