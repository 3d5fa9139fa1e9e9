import { teamOf, type Structure } from '../land/structure.ts';
import type { Citizen } from '../play/census.ts';
import type { PropertyList } from './property-list.ts';

/** Seconds after building at which the area last went into stasis because no player was near. */
const stasisAfterSeconds = 90;

/** A structure's properties in the game's order. Its health is only present if it is damaged. */
export function writeStructureData(list: PropertyList, structure: Structure, placedStamp: string): void {
  const { kind, builder, name, neighbours, colours, health, builtAt } = structure;
  const team = teamOf(structure);
  if (neighbours.length > 0) list.objects('LinkedStructures', neighbours);
  for (const [index, colour] of colours.entries()) list.byte('StructureColors', colour, index);
  list.string('OwningPlayerName', builder.name);
  list.string('OriginalPlacedTimeStamp', placedStamp);
  list.string('OwnerName', team.name);
  list.int('OwningPlayerID', builder.arkId);
  list.int('OriginalPlacerPlayerID', builder.arkId);
  list.uint32('StructureID', structure.id);
  if (name !== undefined && kind.nameProperty) list.string(kind.nameProperty, name);
  if (kind.hasInventory) list.object('MyInventoryComponent', inventoryKey(structure));
  if (neighbours.length > 1) list.bool('bWasPlacementSnapped', true);
  list.bool('bHasResetDecayTime', true);
  if (health < kind.maxHealth) list.float32('Health', health);
  list.float32('MaxHealth', kind.maxHealth);
  list.float64('LastEnterStasisTime', builtAt + stasisAfterSeconds);
  list.float64('OriginalCreationTime', builtAt);
  list.int('TargetingTeam', team.id);
  list.end();
}

/** A structure of the map itself: it has a number, but no builder. */
export function writeMapActorData(list: PropertyList, id: number): void {
  list.uint32('StructureID', id);
  list.bool('bInitializedMe', true);
  list.float32('MaxHealth', 10_000);
  list.float64('OriginalCreationTime', 0);
  list.end();
}

export function writePawnData(list: PropertyList, citizen: Citizen, ownKey: string): void {
  const { survivor, loginAt, spot } = citizen;
  list.string('PlayerName', survivor.name);
  list.string('PlatformProfileName', survivor.platformName);
  list.netId('PlatformProfileID', survivor.playerId);
  list.float64('SavedLastTimeHadController', loginAt);
  list.uint64('LinkedPlayerDataID', survivor.arkId);
  for (const index of [0, 1, 2]) list.byte('DynamicMaterialBytes', survivor.arkId % 251, index);
  list.bool('bGaveInitialItems', true);
  if (spot) list.vector('SavedBaseWorldLocation', spot);
  if (survivor.tribe) list.string('TribeName', survivor.tribe.name);
  list.object('Instigator', ownKey);
  list.float64('OriginalCreationTime', loginAt);
  list.int('TargetingTeam', survivor.tribe?.id ?? survivor.arkId);
  list.end();
}

export function writeInventoryData(list: PropertyList, itemKeys: readonly string[]): void {
  list.objects('InventoryItems', itemKeys);
  list.bool('bInitializedMe', true);
  list.int('DisplayDefaultItemInventoryCount', itemKeys.length);
  list.end();
}

export function writeItemData(list: PropertyList, ownerKey: string, quantity: number): void {
  list.struct('ItemID', 'ItemNetID', () => {
    list.uint32('ItemID1', quantity * 7_919);
    list.uint32('ItemID2', quantity * 104_729);
  });
  list.object('OwnerInventory', ownerKey);
  list.int('ItemQuantity', quantity);
  list.byte('ItemVersion', 2);
  list.bool('bIsInitialItem', true);
  list.end();
}

/** A wild creature: it has a team, as structures do, but no owner. */
export function writeCreatureData(list: PropertyList, id: number, level: number): void {
  list.uint32('DinoID1', id);
  list.uint32('DinoID2', (id * 31) % 2 ** 31);
  for (const index of [0, 4, 5]) list.byte('ColorSetIndices', (id + index) % 60, index);
  list.bool('bServerInitializedDino', true);
  list.float32('RequiredTameAffinity', level * 100);
  list.float64('OriginalCreationTime', level * 1_000);
  list.int('TargetingTeam', 2);
  list.end();
}

export function inventoryKey({ uuid }: Structure): string {
  return derivedKey(uuid, 'a');
}

/** Another key that always belongs to this one. */
export function derivedKey(uuid: string, mark: string): string {
  return `${mark.repeat(4)}${uuid.slice(4)}`;
}
