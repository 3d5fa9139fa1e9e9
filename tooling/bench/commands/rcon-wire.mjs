export const types = { reply: 0, command: 2, login: 3 };

/** @param {number} id @param {number} type @param {string} body */
export function encode(id, type, body) {
  const bytes = Buffer.alloc(14 + body.length);
  bytes.writeInt32LE(bytes.length - 4, 0);
  bytes.writeInt32LE(id, 4);
  bytes.writeInt32LE(type, 8);
  bytes.write(body, 12, 'latin1');
  return bytes;
}

/** The first packet, or undefined while it is not complete. @param {Buffer} bytes */
export function read(bytes) {
  const length = bytes.length < 4 ? Infinity : 4 + bytes.readInt32LE(0);
  if (bytes.length < length) return undefined;
  return {
    length,
    id: bytes.readInt32LE(4),
    type: bytes.readInt32LE(8),
    body: bytes.toString('latin1', 12, length - 2),
  };
}
