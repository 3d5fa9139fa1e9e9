import type { ByteWriter } from '../byte-writer.ts';
import type { PropertyList, WriteName, WriteReference } from '../property-list.ts';

const flags = { hasIndex: 0x01, isNative: 0x08, isTrue: 0x10 } as const;

type Type = { name: string; inner?: Type };

const structType = (type: string, script: string): Type => ({
  name: 'StructProperty',
  inner: { name: type, inner: { name: `/Script/${script}` } },
});
const arrayOf = (inner: Type): Type => ({ name: 'ArrayProperty', inner });

/** Version 14: name, type with the types inside it, size, flags, perhaps an index, then the value. */
export function asaProperties(writer: ByteWriter, name: WriteName, reference: WriteReference): PropertyList {
  const writeType = (type: Type): void => {
    name(type.name);
    writer.int32(type.inner ? 1 : 0);
    if (type.inner) writeType(type.inner);
  };
  const property = (label: string, type: Type, writeValue: () => void, flag = 0, index = 0) => {
    name(label);
    writeType(type);
    const sizeAt = writer.at;
    writer.int32(0);
    writer.byte(flag | (index > 0 ? flags.hasIndex : 0));
    if (index > 0) writer.int32(index);
    const start = writer.at;
    writeValue();
    writer.patchInt32(sizeAt, writer.at - start);
  };
  const list = (label: string, type: Type, count: number, writeItem: (index: number) => void, flag = 0) =>
    property(label, arrayOf(type), () => writeEach(count, writeItem), flag);
  const writeEach = (count: number, writeItem: (index: number) => void) => {
    writer.int32(count);
    for (let index = 0; index < count; index += 1) writeItem(index);
  };
  const end = () => name('None');
  const closed = (write: () => void) => () => {
    write();
    end();
  };
  return {
    int: (label, value) => property(label, { name: 'IntProperty' }, () => writer.int32(value)),
    uint16: (label, value) => property(label, { name: 'UInt16Property' }, () => writer.uint16(value)),
    uint32: (label, value) => property(label, { name: 'UInt32Property' }, () => writer.uint32(value)),
    uint64: (label, value) => property(label, { name: 'UInt64Property' }, () => writer.uint64(value)),
    float32: (label, value) => property(label, { name: 'FloatProperty' }, () => writer.float32(value)),
    float64: (label, value) => property(label, { name: 'DoubleProperty' }, () => writer.float64(value)),
    byte: (label, value, index) => property(label, { name: 'ByteProperty' }, () => writer.byte(value), 0, index),
    bool: (label, value) => property(label, { name: 'BoolProperty' }, () => {}, value ? flags.isTrue : 0),
    string: (label, value) => property(label, { name: 'StrProperty' }, () => writer.string(value)),
    object: (label, key) => property(label, { name: 'ObjectProperty' }, () => reference(key)),
    objects: (label, keys) =>
      list(label, { name: 'ObjectProperty' }, keys.length, (index) => reference(keys[index] ?? '')),
    strings: (label, values) =>
      list(label, { name: 'StrProperty' }, values.length, (index) => writer.string(values[index] ?? '')),
    uint32s: (label, values) =>
      list(label, { name: 'UInt32Property' }, values.length, (index) => writer.uint32(values[index] ?? 0)),
    bytes: (label, values) =>
      list(label, { name: 'ByteProperty' }, values.length, (index) => writer.byte(values[index] ?? 0)),
    vector: (label, { x, y, z }) =>
      property(
        label,
        structType('Vector', 'CoreUObject'),
        () => {
          for (const value of [x, y, z]) writer.float64(value);
        },
        flags.isNative,
      ),
    netId: (label, playerId) =>
      property(label, structType('UniqueNetIdRepl', 'Engine'), () => writeNetId(writer, playerId), flags.isNative),
    struct: (label, type, write) => property(label, structType(type, 'ShooterGame'), closed(write)),
    structs: (label, type, writers) =>
      list(label, structType(type, 'ShooterGame'), writers.length, (index) => closed(writers[index] ?? (() => {}))()),
    end,
  };
}

function writeNetId(writer: ByteWriter, playerId: string): void {
  const id = Buffer.from(playerId, 'hex');
  writer.byte(0xf9);
  writer.string('RedpointEOS');
  writer.byte(id.length);
  writer.raw(id);
}
