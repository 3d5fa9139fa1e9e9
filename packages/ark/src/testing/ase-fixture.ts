/** Writes what Survival Evolved writes, as far as the tests of its reader need it. It shares no code with the reader. */
type NameWriter = (name: string) => Buffer;
export type Part = (name: NameWriter) => Buffer;

export type FixtureObject = {
  className: string;
  isItem?: boolean;
  coordinates?: [number, number, number];
  properties: Part[];
  /** The game writes more behind the last property. */
  tail?: Buffer;
  /** Points at the properties of the first object instead of its own. */
  isCopy?: boolean;
};

export type FixtureWorld = {
  version: number;
  map?: string;
  gameTime?: number;
  objects: FixtureObject[];
  /** Archives inside the world, since version 11. */
  store?: { tribes: Buffer[]; profiles: Buffer[] };
};

/** A number of this many bytes; a typed array for each would take most of the time of writing a world. */
const number = (size: number, put: (bytes: Buffer) => unknown): Buffer => {
  const bytes = Buffer.allocUnsafe(size);
  put(bytes);
  return bytes;
};
export const int32 = (value: number) => number(4, (bytes) => bytes.writeInt32LE(value | 0));
const int64 = (value: bigint) => number(8, (bytes) => bytes.writeBigInt64LE(BigInt.asIntN(64, value)));
const float = (value: number) => number(4, (bytes) => bytes.writeFloatLE(value));
const double = (value: number) => number(8, (bytes) => bytes.writeDoubleLE(value));
const isNarrow = (text: string) => Buffer.from(text, 'latin1').toString('latin1') === text;

export function text(value: string): Buffer {
  return isNarrow(value)
    ? Buffer.concat([int32(value.length + 1), Buffer.from(`${value}\0`, 'latin1')])
    : Buffer.concat([int32(-value.length - 1), Buffer.from(`${value}\0`, 'utf16le')]);
}

function property(name: string, type: string, value: Part, { inner, size, index = 0 }: Extra = {}): Part {
  return (write) => {
    const bytes = value(write);
    const head = [write(name), write(type), int32(size ?? bytes.length), int32(index)];
    return Buffer.concat([...head, ...(inner === undefined ? [] : [write(inner)]), bytes]);
  };
}

type Extra = { inner?: string; size?: number; index?: number };

const list =
  (items: Buffer[]): Part =>
  () =>
    Buffer.concat([int32(items.length), ...items]);

/** One property each. */
export const write = {
  int: (name: string, value: number, index = 0) => property(name, 'IntProperty', () => int32(value), { index }),
  uint64: (name: string, value: bigint) => property(name, 'UInt64Property', () => int64(value)),
  int16: (name: string, value: number) =>
    property(name, 'UInt16Property', () => Buffer.from(Int16Array.of(value).buffer)),
  float: (name: string, value: number) => property(name, 'FloatProperty', () => float(value)),
  double: (name: string, value: number) => property(name, 'DoubleProperty', () => double(value)),
  bool: (name: string, value: boolean) => property(name, 'BoolProperty', () => Buffer.of(value ? 1 : 0), { size: 0 }),
  text: (name: string, value: string) => property(name, 'StrProperty', () => text(value)),
  choice: (name: string, choice: string) =>
    property(name, 'ByteProperty', (names) => names(choice), { inner: 'EChoice' }),
  byte: (name: string, value: number) => property(name, 'ByteProperty', () => Buffer.of(value), { inner: 'None' }),
  struct: (name: string, type: string, value: Part) => property(name, 'StructProperty', value, { inner: type }),
  playerId: (name: string, id: string) =>
    property(name, 'StructProperty', () => Buffer.concat([int32(0), text(id)]), { inner: 'UniqueNetIdRepl' }),
  ints: (name: string, values: number[]) =>
    property(name, 'ArrayProperty', list(values.map(int32)), { inner: 'IntProperty' }),
  texts: (name: string, values: string[]) =>
    property(name, 'ArrayProperty', list(values.map(text)), { inner: 'StrProperty' }),
  unknown: (name: string, type: string, bytes: Buffer) => property(name, type, () => bytes),
};

export const properties =
  (parts: Part[]): Part =>
  (names) =>
    Buffer.concat([...parts.map((part) => part(names)), names('None')]);

function writeObject(object: FixtureObject, names: NameWriter, propertiesOffset: number): Buffer {
  const coordinates = object.coordinates ? [...object.coordinates, 1, 2, 3].map(float) : [];
  return Buffer.concat([
    Buffer.alloc(16, 9),
    names(object.className),
    int32(object.isItem ? 1 : 0),
    int32(2),
    names(`${object.className}_7`),
    names('PersistentLevel'),
    int32(0),
    int32(1),
    int32(object.coordinates ? 1 : 0),
    ...coordinates,
    int32(propertiesOffset),
    int32(0),
  ]);
}

/** Heads of objects one after another, and their properties. */
function writeObjects(objects: FixtureObject[], names: NameWriter) {
  const blocks = objects.map(({ properties: parts, tail = Buffer.alloc(0) }) =>
    Buffer.concat([properties(parts)(names), tail]),
  );
  const heads = (start: number) => {
    let at = start;
    const written = objects.map((object, index) => {
      const bytes = writeObject(object, names, object.isCopy ? start : at);
      at += blocks[index]?.length ?? 0;
      return bytes;
    });
    return Buffer.concat([int32(objects.length), ...written]);
  };
  return { heads, properties: Buffer.concat(blocks) };
}

/** Ids begin at 1; `Foo_4` is Foo with the number 5 behind it. */
function createTable(): { names: NameWriter; write(): Buffer } {
  const ids = new Map<string, number>();
  const known = new Map<string, Buffer>();
  const write = (name: string) => {
    const [, base = name, instance] = /^(.*)_(\d+)$/.exec(name) ?? [];
    if (!ids.has(base)) ids.set(base, ids.size + 1);
    return Buffer.concat([int32(ids.get(base) ?? 0), int32(instance === undefined ? 0 : Number(instance) + 1)]);
  };
  return {
    names(name) {
      const bytes = known.get(name) ?? write(name);
      known.set(name, bytes);
      return bytes;
    },
    write: () => Buffer.concat([int32(ids.size), ...[...ids.keys()].map(text)]),
  };
}

const dataParts = (map: string | undefined) =>
  Buffer.concat([
    ...(map === undefined ? [int32(0)] : [int32(2), text(map), text(`${map}_Sky`)]),
    // One picture: a path, two parts, the second with two blobs of 32-bit values.
    int32(1),
    text('/Game/Picture'),
    int32(2),
    int32(0),
    int32(2),
    int32(1),
    Buffer.alloc(4, 8),
    int32(2),
    Buffer.alloc(8, 8),
    // Objects of data files: one file with two names.
    int32(1),
    int32(0),
    int32(2),
    text('First'),
    text('Second'),
  ]);

/** Archives lie in the stored blocks: their data in two pieces, in two blocks, and then the index. */
function writeStore(archives: Buffer[], blocks: [Buffer, Buffer]): Buffer {
  const data = Buffer.concat(archives);
  const middle = Math.floor(data.length / 2);
  const starts = archives.map((_, index) => Buffer.concat(archives.slice(0, index)).length);
  const index = Buffer.concat(
    archives.flatMap(({ length }, number) =>
      [number + 100, starts[number] ?? 0, length].map((value) => int64(BigInt(value))),
    ),
  );
  const addChunk = (block: 0 | 1, bytes: Buffer) => {
    const offset = blocks[block].length;
    blocks[block] = Buffer.concat([blocks[block], bytes]);
    return Buffer.concat([int32(block), int64(BigInt(offset)), int64(0n), int64(BigInt(bytes.length))]);
  };
  if (archives.length === 0) return Buffer.concat([int32(-1), int32(2), int64(0n), int64(0n)]);
  return Buffer.concat([
    int32(-1),
    int32(2),
    int64(BigInt(data.length)),
    addChunk(0, data.subarray(0, middle)),
    addChunk(1, data.subarray(middle)),
    int64(BigInt(archives.length)),
    addChunk(1, index),
  ]);
}

export function writeAseWorld({ version, map, gameTime = 1000, objects, store }: FixtureWorld): Buffer {
  const table = createTable();
  const hasTable = version > 5;
  const written = writeObjects(objects, hasTable ? table.names : text);
  const data = dataParts(map);
  const headLength =
    2 + (version > 10 ? 64 : 0) + (version > 6 ? 8 : 0) + (version > 5 ? 8 : 0) + 4 + (version > 8 ? 4 : 0);
  const heads = written.heads(0);
  const blocks: [Buffer, Buffer] = [Buffer.alloc(10, 0xdd), Buffer.alloc(30, 0xdd)];
  const stores = store && [writeStore(store.tribes, blocks), writeStore(store.profiles, blocks)];
  const hibernation = version > 6 ? Buffer.concat([...(stores ?? []), Buffer.alloc(40, 0xee)]) : Buffer.alloc(0);
  const hibernationAt = headLength + data.length + heads.length;
  const tableAt = hibernationAt + hibernation.length;
  const names = hasTable ? table.write() : Buffer.alloc(0);
  const propertiesAt = tableAt + names.length;
  const storedAt = propertiesAt + written.properties.length;
  const end = storedAt + blocks[0].length + blocks[1].length;
  const stored = [storedAt, blocks[0].length, storedAt + blocks[0].length, blocks[1].length, end, 0, end, 0];
  return Buffer.concat([
    Buffer.from(Int16Array.of(version).buffer),
    ...(version > 10 ? stored.map((value) => int64(BigInt(value))) : []),
    ...(version > 6 ? [int32(hibernationAt), int32(0)] : []),
    ...(version > 5 ? [int32(tableAt), int32(propertiesAt)] : []),
    float(gameTime),
    ...(version > 8 ? [int32(37)] : []),
    data,
    hasTable ? heads : written.heads(propertiesAt),
    hibernation,
    names,
    written.properties,
    ...(version > 10 ? blocks : []),
  ]);
}

/** `.arkprofile` and `.arktribe`. */
export function writeAseArchive(objects: FixtureObject[], version = 1): Buffer {
  const written = writeObjects(objects, text);
  const start = 4 + written.heads(0).length;
  return Buffer.concat([int32(version), written.heads(start), written.properties]);
}
