/** `int32 size, int32 id, int32 type, body, 0 0`, little endian; the size counts what follows it. */
export type Packet = { id: number; type: number; body: Buffer };

/** Number 2 means a command from the client and the response to its login from the server. */
export const packetTypes = { response: 0, command: 2, loginReply: 2, login: 3 } as const;

/** The id in the response to a wrong password. */
export const refusedId = -1;

const overheadBytes = 10;
/** ARK replies in one packet of any length; a list of every player fits in this many times over. */
const maxSizeBytes = 1024 * 1024;

/** The stream does not consist of packets: nothing that follows can be trusted. */
export class PacketError extends Error {}

export function encodePacket(packet: { id: number; type: number; body: string | Buffer }): Buffer {
  const { id, type, body } = packet;
  const bodyBytes = Buffer.byteLength(body);
  // From Node's pool: a buffer of its own would cost more than the rest.
  const bytes = Buffer.allocUnsafe(4 + overheadBytes + bodyBytes);
  bytes.writeInt32LE(overheadBytes + bodyBytes, 0);
  bytes.writeInt32LE(id, 4);
  bytes.writeInt32LE(type, 8);
  if (typeof body === 'string') bytes.write(body, 12);
  else bytes.set(body, 12);
  bytes.writeInt16LE(0, 12 + bodyBytes);
  return bytes;
}

/** Reassembles packets from TCP chunks; returns the complete ones. */
export function createPacketReader(maxBytes = maxSizeBytes): (chunk: Buffer) => Packet[] {
  let pieces: Buffer[] = [];
  let heldBytes = 0;
  let neededBytes = 4;
  return (chunk) => {
    pieces.push(chunk);
    heldBytes += chunk.length;
    // Joined only when something is complete: a long packet in single bytes stays cheap.
    if (heldBytes < neededBytes) return [];
    let rest = pieces.length === 1 ? chunk : Buffer.concat(pieces);
    const packets: Packet[] = [];
    for (;;) {
      neededBytes = 4;
      if (rest.length < neededBytes) break;
      const size = rest.readInt32LE(0);
      if (size < overheadBytes || size > maxBytes) throw new PacketError(`A packet of ${size} bytes was announced.`);
      neededBytes = 4 + size;
      if (rest.length < neededBytes) break;
      packets.push({ id: rest.readInt32LE(4), type: rest.readInt32LE(8), body: rest.subarray(12, 2 + size) });
      rest = rest.subarray(neededBytes);
    }
    pieces = rest.length > 0 ? [rest] : [];
    heldBytes = rest.length;
    return packets;
  };
}
