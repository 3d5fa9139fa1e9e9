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
  const body = Buffer.from(packet.body);
  const bytes = Buffer.alloc(4 + overheadBytes + body.length);
  bytes.writeInt32LE(overheadBytes + body.length, 0);
  bytes.writeInt32LE(packet.id, 4);
  bytes.writeInt32LE(packet.type, 8);
  body.copy(bytes, 12);
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
    let rest = Buffer.concat(pieces);
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
    pieces = [rest];
    heldBytes = rest.length;
    return packets;
  };
}
