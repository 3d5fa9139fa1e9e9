import type { ByteWriter } from '../byte-writer.ts';
import type { PropertyList, WriteName, WriteReference } from '../property-list.ts';

/** Name, type, size, index, for some the type inside it, then the value. The size counts the value alone. */
export function aseProperties(writer: ByteWriter, name: WriteName, reference: WriteReference): PropertyList {
  const property = (label: string, type: string, writeValue: () => void, writeInner = () => {}, index = 0) => {
    name(label);
    name(type);
    const sizeAt = writer.at;
    writer.int32(0);
    writer.int32(index);
    writeInner();
    const start = writer.at;
    writeValue();
    writer.patchInt32(sizeAt, writer.at - start);
  };
  const list = (label: string, type: string, count: number, writeItem: (index: number) => void) =>
    property(
      label,
      'ArrayProperty',
      () => {
        writer.int32(count);
        for (let index = 0; index < count; index += 1) writeItem(index);
      },
      () => name(type),
    );
  const end = () => name('None');
  const closed = (write: () => void) => () => {
    write();
    end();
  };
  const struct = (label: string, type: string, write: () => void) =>
    property(label, 'StructProperty', write, () => name(type));
  return {
    int: (label, value) => property(label, 'IntProperty', () => writer.int32(value)),
    uint16: (label, value) => property(label, 'UInt16Property', () => writer.uint16(value)),
    uint32: (label, value) => property(label, 'UInt32Property', () => writer.uint32(value)),
    uint64: (label, value) => property(label, 'UInt64Property', () => writer.uint64(value)),
    float32: (label, value) => property(label, 'FloatProperty', () => writer.float32(value)),
    float64: (label, value) => property(label, 'DoubleProperty', () => writer.float64(value)),
    // The name of an enumeration comes before the value; here there is none.
    byte: (label, value, index) => property(label, 'ByteProperty', () => writer.byte(value), end, index),
    // Its one byte does not count.
    bool: (label, value) =>
      property(
        label,
        'BoolProperty',
        () => {},
        () => writer.byte(value ? 1 : 0),
      ),
    string: (label, value) => property(label, 'StrProperty', () => writer.string(value)),
    object: (label, key) => property(label, 'ObjectProperty', () => reference(key)),
    objects: (label, keys) => list(label, 'ObjectProperty', keys.length, (index) => reference(keys[index] ?? '')),
    strings: (label, values) =>
      list(label, 'StrProperty', values.length, (index) => writer.string(values[index] ?? '')),
    uint32s: (label, values) =>
      list(label, 'UInt32Property', values.length, (index) => writer.uint32(values[index] ?? 0)),
    bytes: (label, values) => list(label, 'ByteProperty', values.length, (index) => writer.byte(values[index] ?? 0)),
    vector: (label, { x, y, z }) =>
      struct(label, 'Vector', () => {
        for (const value of [x, y, z]) writer.float32(value);
      }),
    netId: (label, playerId) =>
      struct(label, 'UniqueNetIdRepl', () => {
        writer.int32(playerId.length + 5);
        writer.string(playerId);
      }),
    struct: (label, type, write) => struct(label, type, closed(write)),
    structs: (label, _type, writers) =>
      list(label, 'StructProperty', writers.length, (index) => closed(writers[index] ?? (() => {}))()),
    end,
  };
}
