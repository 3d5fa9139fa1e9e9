import { int32, text } from './ase-fixture.ts';

/** How names and properties are written: by number or as text, before Unreal 5.5 or since. */
export type Writing = { isNew: boolean; name(name: string, instance?: number): Buffer };
export type AsaPart = (writing: Writing) => Buffer;
type Extra = { inner?: string[]; index?: number; instance?: number; flags?: number; isTrue?: boolean };

export const double = (value: number) => Buffer.from(Float64Array.of(value).buffer);
export const guid = Buffer.alloc(16);

function property(
  name: string,
  type: string,
  value: AsaPart,
  { inner = [], index = 0, ...extra }: Extra = {},
): AsaPart {
  return (writing) => {
    const bytes = value(writing);
    const head = writing.isNew
      ? newTag(writing, { type, inner, index, size: bytes.length, flags: extra.flags ?? (extra.isTrue ? 0x10 : 0) })
      : oldTag(writing, { type, inner, index, size: bytes.length, isTrue: extra.isTrue });
    return Buffer.concat([writing.name(name, extra.instance), writing.name(type), head, bytes]);
  };
}

type NewTag = { type: string; inner: string[]; index: number; size: number; flags: number };

function newTag({ name }: Writing, { inner, index, size, flags }: NewTag): Buffer {
  const types = inner.flatMap((type) => [int32(1), name(type)]);
  const indexFlag = index === 0 ? 0 : 1;
  return Buffer.concat([
    ...types,
    int32(0),
    int32(size),
    Buffer.of(flags | indexFlag),
    ...(indexFlag ? [int32(index)] : []),
  ]);
}

type OldTag = { type: string; inner: string[]; index: number; size: number; isTrue: boolean | undefined };

function oldTag({ name }: Writing, { type, inner, index, size, isTrue }: OldTag): Buffer {
  const extra: Record<string, () => Buffer[]> = {
    StructProperty: () => [name(inner[0] ?? 'None'), guid],
    ArrayProperty: () => [name(inner[0] ?? 'None')],
    ByteProperty: () => [name('None')],
    MapProperty: () => [name('NameProperty'), name('IntProperty')],
    BoolProperty: () => [Buffer.of(isTrue ? 1 : 0)],
  };
  return Buffer.concat([int32(size), int32(index), ...(extra[type]?.() ?? []), Buffer.of(0)]);
}

const list = (items: Buffer[]) => () => Buffer.concat([int32(items.length), ...items]);

/** One property each. */
export const asa = {
  int: (name: string, value: number, extra: Extra = {}) => property(name, 'IntProperty', () => int32(value), extra),
  uint32: (name: string, value: number) => property(name, 'UInt32Property', () => int32(value | 0)),
  uint64: (name: string, value: bigint) =>
    property(name, 'UInt64Property', () => Buffer.from(BigUint64Array.of(value).buffer)),
  uint16: (name: string, value: number) =>
    property(name, 'UInt16Property', () => Buffer.from(Uint16Array.of(value).buffer)),
  float: (name: string, value: number) =>
    property(name, 'FloatProperty', () => Buffer.from(Float32Array.of(value).buffer)),
  double: (name: string, value: number) => property(name, 'DoubleProperty', () => double(value)),
  bool: (name: string, isTrue: boolean) => property(name, 'BoolProperty', () => Buffer.alloc(0), { isTrue }),
  text: (name: string, value: string) => property(name, 'StrProperty', () => text(value)),
  texts: (name: string, values: string[]) =>
    property(name, 'ArrayProperty', list(values.map(text)), { inner: ['StrProperty'] }),
  ints: (name: string, values: number[]) =>
    property(name, 'ArrayProperty', list(values.map(int32)), { inner: ['UInt32Property'] }),
  links: (name: string, ids: Buffer[]) =>
    property(name, 'ArrayProperty', list(ids.map((id) => Buffer.concat([Buffer.alloc(2), id]))), {
      inner: ['ObjectProperty'],
    }),
  map: (name: string, size: number) =>
    property(name, 'MapProperty', () => Buffer.alloc(size, 7), { inner: ['NameProperty'] }),
  struct: (name: string, type: string, parts: AsaPart[]) =>
    property(name, 'StructProperty', (writing) => properties(parts, writing), { inner: [type, '/Script/ShooterGame'] }),
  vector: (name: string, x: number, y: number, z: number) =>
    property(name, 'StructProperty', () => Buffer.concat([x, y, z].map(double)), { inner: ['Vector'], flags: 8 }),
  eosId: (name: string, id: string) =>
    property(
      name,
      'StructProperty',
      () => Buffer.concat([Buffer.of(0xf9), text('RedpointEOS'), Buffer.of(16), Buffer.from(id, 'hex')]),
      { inner: ['UniqueNetIdRepl', '/Script/Engine'], flags: 8 },
    ),
  raw:
    (bytes: Buffer): AsaPart =>
    () =>
      bytes,
};

export function properties(parts: AsaPart[], writing: Writing): Buffer {
  return Buffer.concat([...parts.map((part) => part(writing)), writing.name('None')]);
}
