import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** A proxy may be sending on a connection that is idle here: so these are closed a little later. */
const idleMs = 250;
const checkEveryMs = 20;

/** Stops a server without failing a request: from the start, every response closes its connection. */
export function createDrain(isResponding: (socket: Socket) => boolean) {
  let isDraining = false;
  const sockets = new Set<Socket>();
  const listeners: NetServer[] = [];
  return {
    isDraining: () => isDraining,
    follow({ server }: FastifyInstance): void {
      server.on('connection', (socket: Socket) => {
        sockets.add(socket);
        socket.once('close', () => sockets.delete(socket));
      });
    },
    /** Others that accept connections for the same server. */
    add(...others: NetServer[]): void {
      listeners.push(...others);
    },
    /** Accepts no more connections, ends what would never end by itself, and waits for the requests that are running. */
    async run({ server }: FastifyInstance, limitMs: number, endStreams: () => Promise<void>): Promise<void> {
      if (!server.listening) return;
      isDraining = true;
      const start = performance.now();
      // After this turn of the event loop, those that have connected are accepted.
      await nextTurn();
      // Not the method of the HTTP server, which also closes idle connections.
      for (const listener of [server, ...listeners]) NetServer.prototype.close.call(listener);
      await endStreams();
      const isOver = (ms: number) => performance.now() - start >= Math.min(ms, limitMs);
      while (sockets.size > 0 && !isOver(idleMs)) await delay(checkEveryMs);
      while ([...sockets].some(isResponding) && !isOver(limitMs)) {
        server.closeIdleConnections();
        await delay(checkEveryMs);
      }
    },
  };
}
