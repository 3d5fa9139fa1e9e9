import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** A proxy may be sending on a connection that is idle here: so these are closed a little later. */
const idleMs = 250;
const checkEveryMs = 20;
/** How long connections that are waiting are accepted at most. */
const acceptMs = 500;
/** A turn of the event loop in which little can have arrived. */
const shortTurnMs = 1;

/** Stops a server without failing a request: from the start, every response closes its connection. */
export function createDrain(isResponding: (socket: Socket) => boolean) {
  let isDraining = false;
  let accepted = 0;
  const sockets = new Set<Socket>();
  const listeners: NetServer[] = [];

  /**
   * The kernel resets connections that it has established and nobody has accepted when their listener closes. Node accepts one in
   * a turn of the event loop, and may have polled before this turn.
   */
  async function acceptWaiting(isOver: (ms: number) => boolean): Promise<void> {
    for (let idleTurns = 0; idleTurns < 2 && !isOver(acceptMs);) {
      const [before, start] = [accepted, performance.now()];
      await nextTurn();
      const isIdle = accepted === before && performance.now() - start < shortTurnMs;
      idleTurns = isIdle ? idleTurns + 1 : 0;
    }
  }

  return {
    isDraining: () => isDraining,
    follow({ server }: FastifyInstance): void {
      server.on('connection', (socket: Socket) => {
        accepted += 1;
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
      const isOver = (ms: number) => performance.now() - start >= Math.min(ms, limitMs);
      await acceptWaiting(isOver);
      // Not the method of the HTTP server, which also closes idle connections.
      for (const listener of [server, ...listeners]) NetServer.prototype.close.call(listener);
      await endStreams();
      while (sockets.size > 0 && !isOver(idleMs)) await delay(checkEveryMs);
      while ([...sockets].some(isResponding) && !isOver(limitMs)) {
        server.closeIdleConnections();
        await delay(checkEveryMs);
      }
    },
  };
}
