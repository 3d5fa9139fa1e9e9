import type { Survivor } from '../survivor.ts';

/** How one game writes the properties that a profile is made of. */
export type PropertyStyle = {
  int: (name: string, value: number) => Buffer;
  uint64: (name: string, value: number) => Buffer;
  float64: (name: string, value: number) => Buffer;
  string: (name: string, value: string) => Buffer;
  bool: (name: string, value: boolean) => Buffer;
  /** A list of properties, with its end. */
  struct: (name: string, type: string, properties: Buffer[]) => Buffer;
  netId: (name: string, playerId: string) => Buffer;
};

/** What stands in a profile, in the game's order; real ones hold much more between these. */
export function profileProperties(style: PropertyStyle, survivor: Survivor): Buffer[] {
  const character = [
    style.bool('bIsFemale', survivor.arkId % 2 === 0),
    style.string('PlayerCharacterName', survivor.name),
    style.int('PlayerSpawnRegionIndex', survivor.arkId % 4),
  ];
  const data = [
    style.uint64('PlayerDataID', survivor.arkId),
    style.netId('UniqueID', survivor.playerId),
    // Real profiles hold the address too; these are of a network kept for examples.
    style.string('SavedNetworkAddress', `192.0.2.${survivor.arkId % 254}`),
    style.string('PlayerName', survivor.platformName),
    style.bool('bFirstSpawned', true),
    style.int('PlayerDataVersion', 1),
    style.struct('MyPlayerCharacterConfig', 'PrimalPlayerCharacterConfigStruct', character),
    style.float64('LoginTime', survivor.arkId / 1_000),
    ...(survivor.tribe ? [style.int('TribeID', survivor.tribe.id)] : []),
  ];
  return [style.int('SavedPlayerDataVersion', 1), style.struct('MyData', 'PrimalPlayerDataStruct', data)];
}
