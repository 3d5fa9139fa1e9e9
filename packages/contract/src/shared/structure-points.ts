/**
 * A compact binary format of structures: `TSP1`, the length of a JSON head (uint32), the head in ASCII, then one column of
 * numbers after the other, each aligned to four bytes. All little-endian. Classes, tribes and owners are indexes into the
 * head's lists, out of range for none; times are seconds since 1970, 0 for none.
 */
const magic = 0x31505354;

const columns = {
  id: 'u32',
  x: 'f32',
  y: 'f32',
  z: 'f32',
  class: 'u16',
  tribe: 'u32',
  owner: 'u32',
  builtAt: 'u32',
  firstSeenAt: 'u32',
  goneAt: 'u32',
} as const;

type ColumnName = keyof typeof columns;
type Arrays = { u16: Uint16Array; u32: Uint32Array; f32: Float32Array };
const arrays = { u16: Uint16Array, u32: Uint32Array, f32: Float32Array } as const;

export type StructureColumns = { [Name in ColumnName]: Arrays[(typeof columns)[Name]] };

const maxCount = 5_000_000;

export type StructureHead = {
  count: number;
  /** When the world save was written. */
  savedAt: number;
  /** At most 65,536 classes: the last one stands for the rest. */
  classes: string[];
  tribes: { id: number; name: string; lastActiveAt: number }[];
  owners: { arkId: string; name: string }[];
};

/** The structures of one server, column by column. */
export type StructurePoints = StructureHead & { columns: StructureColumns };

const names = Object.keys(columns) as ColumnName[];
const toFour = (bytes: number) => Math.ceil(bytes / 4) * 4;

export function createStructureColumns(count: number): StructureColumns {
  return Object.fromEntries(names.map((name) => [name, new arrays[columns[name]](count)])) as StructureColumns;
}

export function encodeStructurePoints({ columns: given, ...rest }: StructurePoints): Uint8Array {
  const text = toAscii(JSON.stringify(rest satisfies StructureHead));
  const start = 8 + toFour(text.length);
  const size = names.reduce((bytes, name) => bytes + toFour(given[name].byteLength), start);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, magic, true);
  view.setUint32(4, text.length, true);
  bytes.set(text, 8);
  let at = start;
  for (const name of names) {
    const column = given[name];
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += toFour(column.byteLength);
  }
  return bytes;
}

/** Throws if the bytes are not in this format or version. */
export function decodeStructurePoints(buffer: ArrayBuffer): StructurePoints {
  const view = new DataView(buffer);
  if (buffer.byteLength < 8 || view.getUint32(0, true) !== magic) throw new Error('This is not a list of structures.');
  const length = view.getUint32(4, true);
  if (8 + length > buffer.byteLength) throw new Error('The list of structures ends too early.');
  const read = readHead(fromAscii(new Uint8Array(buffer, 8, length)));
  let at = 8 + toFour(length);
  const given = names.map((name) => {
    const Column = arrays[columns[name]];
    const bytes = read.count * Column.BYTES_PER_ELEMENT;
    if (at + bytes > buffer.byteLength) throw new Error('The list of structures ends too early.');
    const column = new Column(buffer, at, read.count);
    at += toFour(bytes);
    return [name, column];
  });
  return { ...read, columns: Object.fromEntries(given) as StructureColumns };
}

/** Validated by hand, so that the page need not load a library for it. */
function readHead(text: string): StructureHead {
  const head = { ...parseHead(text) } as StructureHead;
  const isCount = Number.isInteger(head.count) && head.count >= 0 && head.count <= maxCount;
  const hasLists = [head.classes, head.tribes, head.owners].every((list) => Array.isArray(list));
  if (!isCount || !hasLists || !Number.isInteger(head.savedAt))
    throw new Error('The list of structures has no valid header.');
  return head;
}

function parseHead(text: string): object | null {
  try {
    return JSON.parse(text) as object | null;
  } catch {
    return null;
  }
}

/** JSON can be written in pure ASCII, which needs no text codec on either side. */
function toAscii(json: string): Uint8Array {
  const escaped = json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return Uint8Array.from(escaped, (letter) => letter.charCodeAt(0));
}

function fromAscii(bytes: Uint8Array): string {
  const lettersAtOnce = 8_192;
  let text = '';
  for (let at = 0; at < bytes.length; at += lettersAtOnce)
    text += String.fromCharCode(...bytes.subarray(at, at + lettersAtOnce));
  return text;
}
