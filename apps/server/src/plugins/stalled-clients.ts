import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { findSockets, readSystemSockets, type SystemSocket } from '../platform/peer/system-sockets.ts';

/** Slow clients are fine: any byte that they take in this time counts. */
const defaultStallMs = 30_000;
const checks = 6;

/** Missing in the types of Node: the bytes written to the system, and those of them that it has not taken yet. */
type Handle = { bytesWritten: number; writeQueueSize: number };

/**
 * Disconnects clients that take nothing of what waits for them. The timeout of the socket cannot tell: it starts again with
 * every byte that the client sends.
 */
export function stalledClientsPlugin(app: FastifyInstance, stallMs = defaultStallMs): void {
  const seen = new Map<Socket, { taken?: number; unacknowledged?: string; unchanged: number }>();
  app.server.on('connection', (socket) => {
    seen.set(socket, { unchanged: 0 });
    socket.once('close', () => seen.delete(socket));
  });
  const check = setInterval(() => {
    let sockets: SystemSocket[] | undefined;
    for (const [socket, last] of seen) {
      const taken = socket.writableLength > 0 ? takenBy(socket) : undefined;
      if (taken === undefined || taken !== last.taken) {
        seen.set(socket, { ...(taken !== undefined && { taken }), unchanged: 0 });
        continue;
      }
      // The system takes more only when a third of its buffer is free, which can be minutes of a slow client.
      const unacknowledged = unacknowledgedBy(socket, (sockets ??= readSystemSockets()));
      const isFirst = last.unacknowledged === undefined;
      const unchanged = isFirst || last.unacknowledged === unacknowledged ? last.unchanged + 1 : 0;
      if (unchanged >= checks - 1) socket.destroy();
      else seen.set(socket, { taken, unacknowledged, unchanged });
    }
  }, stallMs / checks).unref();
  app.addHook('onClose', () => clearInterval(check));
}

/** Of several clients with the same port, all. */
function unacknowledgedBy(socket: Socket, sockets: SystemSocket[]): string {
  return String(findSockets(sockets, socket).map(({ unacknowledged }) => unacknowledged));
}

function takenBy(socket: Socket): number | undefined {
  const handle = Reflect.get(socket, '_handle') as Handle | null;
  return handle ? handle.bytesWritten - handle.writeQueueSize : undefined;
}
