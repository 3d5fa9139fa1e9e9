import type { Survivor } from '../survivor.ts';
import { profileProperties, type PropertyStyle } from './profile-data.ts';
import { float64, int32, none, string, uint64 } from './unreal.ts';

/** Name, type, size, index, then the value. */
const property = (name: string, type: string, value: Buffer) =>
  Buffer.concat([string(name), string(type), int32(value.length), int32(0), value]);

/** The size counts what follows the struct's type. */
const struct = (name: string, type: string, value: Buffer) =>
  Buffer.concat([string(name), string('StructProperty'), int32(value.length), int32(0), string(type), value]);

const style: PropertyStyle = {
  int: (name, value) => property(name, 'IntProperty', int32(value)),
  uint64: (name, value) => property(name, 'UInt64Property', uint64(value)),
  float64: (name, value) => property(name, 'DoubleProperty', float64(value)),
  string: (name, value) => property(name, 'StrProperty', string(value)),
  // Its one byte does not count.
  bool: (name, value) =>
    Buffer.concat([string(name), string('BoolProperty'), int32(0), int32(0), Buffer.from([value ? 1 : 0])]),
  struct: (name, type, properties) => struct(name, type, Buffer.concat([...properties, none])),
  netId: (name, playerId) =>
    struct(name, 'UniqueNetIdRepl', Buffer.concat([int32(playerId.length + 5), string(playerId)])),
};

/** A profile of version 1: one object, its properties with names written out. */
export function aseProfile(survivor: Survivor): Buffer {
  const names = ['PrimalPlayerDataBP_C_1', 'ArkGameMode', 'PersistentLevel'];
  const object = [
    Buffer.alloc(16),
    string('PrimalPlayerDataBP_C'),
    int32(0),
    int32(names.length),
    ...names.map(string),
    int32(0),
    int32(0),
    int32(0),
  ];
  const head = Buffer.concat([int32(1), int32(1), ...object]);
  const offset = int32(head.length + 8);
  return Buffer.concat([head, offset, int32(0), ...profileProperties(style, survivor), none, int32(0)]);
}
