import { ByteError, createByteCursor, type ByteCursor } from './byte-cursor.ts';

/** `survival-evolved`: version 1; `ascended-early`: size before the type's parameters; `ascended`: UE 5.5, save version 14. */
type Layout = 'survival-evolved' | 'ascended-early' | 'ascended';
export type InlineProperty = { type: string; layout: Layout; value: ByteCursor };

const maxTries = 64;
const maxTypeDepth = 4;
const tagFlags = { hasIndex: 0x01, hasGuid: 0x02, hasExtensions: 0x04 } as const;

/** The first property of this name that `read` can make sense of. Profiles hold names as text, so they can be searched. */
export function findProperty<Value>(
  bytes: Buffer,
  name: string,
  read: (property: InlineProperty) => Value | undefined,
): Value | undefined {
  const needle = inlineString(name);
  let at = bytes.indexOf(needle);
  for (let tries = 0; at >= 0 && tries < maxTries; tries += 1) {
    const value = attempt(() => read(openProperty(bytes, at + needle.length)));
    if (value !== undefined) return value;
    at = bytes.indexOf(needle, at + 1);
  }
  return undefined;
}

function inlineString(text: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32LE(text.length + 1);
  return Buffer.concat([length, Buffer.from(`${text}\0`, 'latin1')]);
}

function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ByteError) return undefined;
    throw error;
  }
}

function openProperty(bytes: Buffer, start: number): InlineProperty {
  const cursor = createByteCursor(bytes, start);
  const type = cursor.string();
  const layout = layoutOf(bytes, cursor.peekInt32());
  const size = layout === 'ascended' ? readTag(cursor) : readOldTag(cursor, type, layout);
  return { type, layout, value: createByteCursor(cursor.take(size), 0) };
}

function layoutOf(bytes: Buffer, afterType: number): Layout {
  if (createByteCursor(bytes, 0).int32() === 1) return 'survival-evolved';
  // The number of the type's parameters is 0 or 1 where a size would be at least 4.
  return afterType <= 2 ? 'ascended' : 'ascended-early';
}

function readTag(cursor: ByteCursor): number {
  skipTypeParameters(cursor, 0);
  const size = cursor.int32();
  const flags = cursor.byte();
  if (flags & tagFlags.hasIndex) cursor.int32();
  if (flags & tagFlags.hasGuid) cursor.take(16);
  if (flags & tagFlags.hasExtensions) throw new ByteError('A tag has unknown parts.');
  return size;
}

function skipTypeParameters(cursor: ByteCursor, depth: number): void {
  const count = cursor.int32();
  if (count < 0 || count > 4 || depth > maxTypeDepth) throw new ByteError('A type has too many parameters.');
  for (let index = 0; index < count; index += 1) {
    cursor.string();
    skipTypeParameters(cursor, depth + 1);
  }
}

function readOldTag(cursor: ByteCursor, type: string, layout: Layout): number {
  const size = cursor.int32();
  cursor.int32();
  if (type === 'StructProperty') cursor.string();
  if (layout === 'ascended-early') {
    if (type === 'StructProperty') cursor.take(16);
    cursor.byte();
  }
  return size;
}
