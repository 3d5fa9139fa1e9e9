import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Slow clients are fine: any byte that the system can take in this time counts. */
const defaultStallMs = 30_000;
const checks = 6;

/** Missing in the types of Node: the bytes written to the system, and those of them that it has not taken yet. */
type Handle = { bytesWritten: number; writeQueueSize: number };

/**
 * Disconnects clients that take nothing of what waits for them. The timeout of the socket cannot tell: it starts again with
 * every byte that the client sends.
 */
export function stalledClientsPlugin(app: FastifyInstance, stallMs = defaultStallMs): void {
  const seen = new Map<Socket, { taken: number; unchanged: number }>();
  app.server.on('connection', (socket) => {
    seen.set(socket, { taken: 0, unchanged: 0 });
    socket.once('close', () => seen.delete(socket));
  });
  const check = setInterval(() => {
    for (const [socket, last] of seen) {
      const taken = socket.writableLength > 0 ? takenBy(socket) : undefined;
      if (taken === undefined || taken !== last.taken) Object.assign(last, { taken, unchanged: 0 });
      else if ((last.unchanged += 1) >= checks - 1) socket.destroy();
    }
  }, stallMs / checks).unref();
  app.addHook('onClose', () => clearInterval(check));
}

function takenBy(socket: Socket): number | undefined {
  const handle = Reflect.get(socket, '_handle') as Handle | null;
  return handle ? handle.bytesWritten - handle.writeQueueSize : undefined;
}
