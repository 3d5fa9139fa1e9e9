/** A kind of structure, as the games name it. */
export type StructureKind = {
  /** As the tribe's log spells it. */
  label: string;
  className: string;
  /** The asset folder in Ascended. */
  directory: string;
  maxHealth: number;
  /** The property that holds the name given by the builder. */
  nameProperty?: 'BoxName' | 'BedName';
  hasInventory?: boolean;
};

type Part = 'foundation' | 'wall' | 'doorframe' | 'door' | 'ceiling';
export type Material = 'thatch' | 'wood' | 'stone' | 'metal';

const structures = '/Game/PrimalEarth/Structures';

const kind = (label: string, directory: string, className: string, maxHealth: number): StructureKind => ({
  label,
  directory: directory === '' ? structures : `${structures}/${directory}`,
  className,
  maxHealth,
});

/** What houses are made of. */
export const houseParts = {
  thatch: {
    foundation: kind('Thatch Foundation', 'Thatch', 'Floor_Thatch_C', 3_000),
    wall: kind('Thatch Wall', 'Thatch', 'Wall_Thatch_C', 1_250),
    doorframe: kind('Thatch Doorframe', 'Thatch', 'Doorframe_Thatch_C', 1_250),
    door: kind('Thatch Door', 'Thatch', 'Door_Thatch_C', 1_250),
    ceiling: kind('Thatch Roof', 'Thatch', 'Ceiling_Thatch_C', 1_250),
  },
  wood: {
    foundation: kind('Wooden Foundation', 'Wooden', 'Floor_Wood_C', 10_000),
    wall: kind('Wooden Wall', 'Wooden', 'Wall_Wood_C', 5_000),
    doorframe: kind('Wooden Doorframe', 'Wooden', 'Doorframe_Wood_C', 5_000),
    door: kind('Wooden Door', 'Wooden', 'Door_Wood_C', 5_000),
    ceiling: kind('Wooden Ceiling', 'Wooden', 'Ceiling_Wood_C', 5_000),
  },
  stone: {
    foundation: kind('Stone Foundation', 'Stone/Stone_Floor', 'Floor_Stone_C', 15_000),
    wall: kind('Stone Wall', 'Stone/Stone_Wall', 'Wall_Stone_C', 10_000),
    doorframe: kind('Stone Doorframe', 'Stone/Stone_Doorframe', 'Doorframe_Stone_C', 10_000),
    door: kind('Reinforced Wooden Door', 'Stone/Stone_Door', 'Door_Stone_C', 10_000),
    ceiling: kind('Stone Ceiling', 'Stone/Stone_Ceiling', 'Ceiling_Stone_C', 10_000),
  },
  metal: {
    foundation: kind('Metal Foundation', 'Metal', 'Floor_Metal_C', 40_000),
    wall: kind('Metal Wall', 'Metal', 'Wall_Metal_C', 25_000),
    doorframe: kind('Metal Doorframe', 'Metal', 'Doorframe_Metal_C', 25_000),
    door: kind('Metal Door', 'Metal', 'Door_Metal_C', 25_000),
    ceiling: kind('Metal Ceiling', 'Metal', 'Ceiling_Metal_C', 25_000),
  },
} satisfies Record<Material, Record<Part, StructureKind>>;

const box = { nameProperty: 'BoxName', hasInventory: true } as const;

/** What stands in and around them. */
export const furniture = {
  smallBox: { ...kind('Storage Box', '', 'StorageBox_Small_C', 7_500), ...box },
  largeBox: { ...kind('Large Storage Box', '', 'StorageBox_Large_C', 15_000), ...box },
  smithy: { ...kind('Smithy', '', 'AnvilBench_C', 20_000), ...box },
  forge: { ...kind('Refining Forge', '', 'Forge_C', 15_000), ...box },
  trough: { ...kind('Feeding Trough', '', 'FeedingTrough_C', 10_000), ...box },
  campfire: { ...kind('Campfire', '', 'Campfire_C', 1_000), hasInventory: true },
  bed: { ...kind('Simple Bed', '', 'SimpleBed_C', 5_000), nameProperty: 'BedName' },
  sleepingBag: { ...kind('Hide Sleeping Bag', '', 'SleepingBag_Hide_C', 1_000), nameProperty: 'BedName' },
  turret: { ...kind('Auto Turret', 'BuildingBases', 'StructureTurretBaseBP_C', 5_000), ...box },
  gateway: kind('Stone Dinosaur Gateway', 'Stone/Stone_GateFrame', 'GateFrame_Stone_C', 60_000),
  gate: kind('Metal Gate', 'Metal', 'Gate_Metal_C', 75_000),
} satisfies Record<string, StructureKind>;

export const allKinds: readonly StructureKind[] = [
  ...Object.values(houseParts).flatMap((parts) => Object.values(parts)),
  ...Object.values(furniture),
];

export function kindOf(label: string): StructureKind | undefined {
  return allKinds.find((kind) => kind.label === label);
}
