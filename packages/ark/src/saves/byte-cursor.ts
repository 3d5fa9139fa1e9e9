/** The bytes are not what was expected at this place. */
export class ByteError extends Error {}

/** Reads the saves' little-endian values one after another and never past the end. */
export type ByteCursor = ReturnType<typeof createByteCursor>;

const maxStringBytes = 4096;

export function createByteCursor(bytes: Buffer, start: number) {
  let position = start;
  const take = (count: number) => {
    if (count < 0 || position + count > bytes.length) throw new ByteError('The bytes end here.');
    const taken = bytes.subarray(position, position + count);
    position += count;
    return taken;
  };
  const int32 = () => take(4).readInt32LE(0);
  return {
    take,
    int32,
    byte: () => take(1).readUInt8(0),
    uint64: () => take(8).readBigUInt64LE(0),
    peekInt32() {
      const value = int32();
      position -= 4;
      return value;
    },
    /** Positive length: one byte a letter; negative: UTF-16; both count the NUL at the end. */
    string() {
      const length = int32();
      const byteCount = length < 0 ? length * -2 : length;
      if (byteCount > maxStringBytes) throw new ByteError('A string is too long.');
      return take(byteCount)
        .toString(length < 0 ? 'utf16le' : 'latin1')
        .replace(/\0$/, '');
    },
  };
}
