/** Every name that is read; all others are skipped. */
const vocabulary = [
  'None',
  'BoolProperty',
  'ByteProperty',
  'Int8Property',
  'Int16Property',
  'UInt16Property',
  'IntProperty',
  'UInt32Property',
  'Int64Property',
  'UInt64Property',
  'FloatProperty',
  'DoubleProperty',
  'StrProperty',
  'StructProperty',
  'ArrayProperty',
  'UniqueNetIdRepl',
  // Structures
  'StructureID',
  'TargetingTeam',
  'OwnerName',
  'OwningPlayerID',
  'OwningPlayerName',
  'BoxName',
  'SignText',
  'BedName',
  'Health',
  'MaxHealth',
  'OriginalCreationTime',
  'bHasResetDecayTime',
  // Creatures and survivors
  'bServerInitializedDino',
  'LinkedPlayerDataID',
  'PlayerName',
  'PlatformProfileName',
  'PlatformProfileID',
  'SavedLastTimeHadController',
  'bIsDead',
  // Profiles
  'MyData',
  'PlayerDataID',
  'UniqueID',
  'TribeID',
  'LastLoginTime',
  'LoginTime',
  'MyPlayerCharacterConfig',
  'PlayerCharacterName',
  'MyPersistentCharacterStats',
  'CharacterStatusComponent_ExtraCharacterLevel',
  // Tribes
  'TribeData',
  'TribeName',
  'OwnerPlayerDataID',
  'MembersPlayerName',
  'MembersPlayerDataID',
  'TribeAdmins',
  'TribeLog',
] as const;

type Word = (typeof vocabulary)[number];

export const aseVocabulary: readonly string[] = vocabulary;

/** A word as the number that name readers give for it. */
export const words = Object.fromEntries(vocabulary.map((word, index) => [word, index])) as Record<Word, number>;
