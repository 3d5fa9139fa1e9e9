/** Where a save's bytes come from: a file, or bytes. A part is only fetched when it is wanted. */
export type ByteSource = {
  size: number;
  /** At most `length` bytes from `offset`; fewer only where the source ends. */
  read(offset: number, length: number): Buffer;
};

export function bytesSource(bytes: Buffer): ByteSource {
  return { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) };
}
