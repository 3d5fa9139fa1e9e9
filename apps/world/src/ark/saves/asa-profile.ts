import type { Survivor } from '../survivor.ts';
import { profileProperties, type PropertyStyle } from './profile-data.ts';
import { float64, int32, none, string, uint64 } from './unreal.ts';

/** Versions of the engine's own formats, as the game writes them. */
const engineVersions = [522, 1013];

const nativeFlag = 0x08;
const trueFlag = 0x10;

/** Name, type with the types inside it, size, flags, then the value. */
const property = (name: string, type: Buffer, value: Buffer, flags = 0) =>
  Buffer.concat([string(name), type, int32(value.length), Buffer.from([flags]), value]);

const plain = (type: string) => Buffer.concat([string(type), int32(0)]);

const structType = (type: string, script: string) =>
  Buffer.concat([string('StructProperty'), int32(1), string(type), int32(1), string(`/Script/${script}`), int32(0)]);

const style: PropertyStyle = {
  int: (name, value) => property(name, plain('IntProperty'), int32(value)),
  uint64: (name, value) => property(name, plain('UInt64Property'), uint64(value)),
  float64: (name, value) => property(name, plain('DoubleProperty'), float64(value)),
  string: (name, value) => property(name, plain('StrProperty'), string(value)),
  bool: (name, value) => property(name, plain('BoolProperty'), Buffer.alloc(0), value ? trueFlag : 0),
  struct: (name, type, properties) =>
    property(name, structType(type, 'ShooterGame'), Buffer.concat([...properties, none])),
  netId: (name, playerId) => {
    const id = Buffer.from(playerId, 'hex');
    const value = Buffer.concat([Buffer.from([0xf9]), string('RedpointEOS'), Buffer.from([id.length]), id]);
    return property(name, structType('UniqueNetIdRepl', 'Engine'), value, nativeFlag);
  },
};

/** An archive of version 7: one object, its properties with names written out. */
export function asaProfile(survivor: Survivor): Buffer {
  const names = ['PrimalPlayerDataBP_C_1', 'TestGameMode_C_1', 'PersistentLevel'];
  const object = [
    Buffer.alloc(16, survivor.arkId % 251),
    string('/Game/PrimalEarth/CoreBlueprints/PrimalPlayerDataBP.PrimalPlayerDataBP_C'),
    int32(0),
    int32(names.length),
    ...names.map(string),
    int32(0),
    int32(0),
    int32(0),
  ];
  const head = Buffer.concat([int32(7), ...engineVersions.map(int32), int32(1), ...object]);
  const offset = int32(head.length + 8);
  const zero = Buffer.alloc(1);
  return Buffer.concat([head, offset, int32(0), zero, ...profileProperties(style, survivor), none, int32(0)]);
}
