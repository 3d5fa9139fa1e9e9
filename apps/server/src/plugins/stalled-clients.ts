import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { readSystemSockets } from '../platform/peer/system-sockets.ts';

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
    let queues: Map<string, string> | undefined;
    for (const [socket, last] of seen) {
      const taken = socket.writableLength > 0 ? takenBy(socket) : undefined;
      if (taken === undefined || taken !== last.taken) {
        seen.set(socket, { ...(taken !== undefined && { taken }), unchanged: 0 });
        continue;
      }
      // The system takes more only when a third of its buffer is free, which can be minutes of a slow client.
      queues ??= readQueues();
      const unacknowledged = queues.get(`${socket.localPort}:${socket.remotePort}`) ?? '';
      const isFirst = last.unacknowledged === undefined;
      const unchanged = isFirst || last.unacknowledged === unacknowledged ? last.unchanged + 1 : 0;
      if (unchanged >= checks - 1) socket.destroy();
      else seen.set(socket, { taken, unacknowledged, unchanged });
    }
  }, stallMs / checks).unref();
  app.addHook('onClose', () => clearInterval(check));
}

/** What clients have not confirmed, by the ports of both ends; of several clients with the same port, all. */
function readQueues(): Map<string, string> {
  const queues = new Map<string, string>();
  for (const { local, remote, unacknowledged } of readSystemSockets()) {
    const ports = `${local}:${remote}`;
    queues.set(ports, `${queues.get(ports) ?? ''} ${unacknowledged}`);
  }
  return queues;
}

function takenBy(socket: Socket): number | undefined {
  const handle = Reflect.get(socket, '_handle') as Handle | null;
  return handle ? handle.bytesWritten - handle.writeQueueSize : undefined;
}
