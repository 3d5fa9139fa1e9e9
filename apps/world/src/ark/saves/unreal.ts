/** The engine's own ways to write numbers and strings: little endian, strings with their length and an end. */

export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

export function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

export function float64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}

/** A negative length says that two bytes make a character. */
export function string(value: string): Buffer {
  const isPlain = /^\p{ASCII}*$/u.test(value);
  const text = Buffer.from(`${value}\0`, isPlain ? 'latin1' : 'utf16le');
  return Buffer.concat([int32(isPlain ? text.length : -text.length / 2), text]);
}

/** The list of properties ends with this name. */
export const none = string('None');
