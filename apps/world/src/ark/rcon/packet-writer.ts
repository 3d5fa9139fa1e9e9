import type { Socket } from 'node:net';
import type { Switches } from '../switches.ts';

/** Longer replies are where other clients stop reading. */
const longBytes = 4_096;
/** No cut falls where a field begins or ends. */
const oddSizes = [1, 2, 6, 3, 11, 701, 5, 1_459, 13, 997];

/** Writes packets one after the other, whole or in pieces. */
export function createPacketWriter(socket: Socket): (packet: Buffer, segments: Switches['segments']) => void {
  let written = Promise.resolve();
  return (packet, segments) => {
    const isCut = segments === 'all' || (segments === 'long' && packet.length > longBytes);
    written = written.then(() => writePieces(socket, isCut ? cut(packet) : [packet]));
  };
}

async function writePieces(socket: Socket, pieces: Buffer[]): Promise<void> {
  for (const piece of pieces) {
    if (socket.destroyed) return;
    // Each on its own turn, so that the kernel sends it as a segment of its own.
    await new Promise<void>((resolve) => socket.write(piece, () => setImmediate(resolve)));
  }
}

function cut(packet: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  let offset = 0;
  while (offset < packet.length) {
    const size = oddSizes[pieces.length % oddSizes.length] ?? 1;
    pieces.push(packet.subarray(offset, offset + size));
    offset += size;
  }
  return pieces;
}
