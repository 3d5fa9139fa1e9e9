import type { Citizen } from '../play/census.ts';
import type { PropertyList } from './property-list.ts';

/** The properties of a profile, in the game's order; real ones have many more in between. */
export function writeProfileData(list: PropertyList, { survivor, loginAt }: Citizen): void {
  list.int('SavedPlayerDataVersion', 10);
  list.struct('MyData', 'PrimalPlayerDataStruct', () => {
    list.uint64('PlayerDataID', survivor.arkId);
    list.netId('UniqueID', survivor.playerId);
    // Real profiles contain the network address too; these are from a range reserved for documentation.
    list.string('SavedNetworkAddress', `192.0.2.${survivor.arkId % 254}`);
    list.string('PlayerName', survivor.platformName);
    list.bool('bFirstSpawned', true);
    list.struct('MyPlayerCharacterConfig', 'PrimalPlayerCharacterConfigStruct', () => {
      list.bool('bIsFemale', survivor.arkId % 2 === 0);
      list.byte('HeadHairIndex', survivor.arkId % 9);
      list.float32('PercentOfFullHeadHairGrowth', 0.5);
      list.string('PlayerCharacterName', survivor.name);
      for (const index of [0, 1, 2, 3]) list.byte('DynamicMaterialBytes', survivor.arkId % 251, index);
      list.int('PlayerSpawnRegionIndex', survivor.arkId % 4);
    });
    list.struct('MyPersistentCharacterStats', 'PrimalPersistentCharacterStatsStruct', () => {
      // The first level is not an extra one.
      list.uint16('CharacterStatusComponent_ExtraCharacterLevel', survivor.level - 1);
      list.float32('CharacterStatusComponent_ExperiencePoints', survivor.level ** 2 * 40);
      list.int('PlayerState_TotalEngramPoints', survivor.level * 8);
    });
    if (survivor.tribe) list.int('TribeID', survivor.tribe.id);
    list.int('PlayerDataVersion', 3);
    list.float64('LoginTime', loginAt);
    list.float32('NumOfDeaths', survivor.arkId % 40);
    list.int('SpawnDayNumber', survivor.arkId % 900);
  });
  list.end();
}
