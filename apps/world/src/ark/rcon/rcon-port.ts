import { createServer } from 'node:net';
import { listenOnLoopback } from '../../loopback.ts';
import type { Switches } from '../switches.ts';
import { serveConnection, type RconConnection, type RconContext } from './rcon-connection.ts';

/** The TCP port of one server. The number stays the same after a restart. */
export type RconPort = {
  listen: (port: number) => Promise<number>;
  closeConnections: () => void;
  close: () => Promise<void>;
};

const maxConnections = 64;
const retryMs = 100;
const maxAttempts = 50;

export function createRconPort(context: RconContext): RconPort {
  const connections = new Set<RconConnection>();
  let closeServer: (() => Promise<void>) | undefined;
  const closeConnections = () => connections.forEach((connection) => connection.close());

  const open = (port: number) => {
    const server = createServer((socket) => {
      const connection = serveConnection(context, socket);
      connections.add(connection);
      socket.on('close', () => connections.delete(connection));
    });
    server.maxConnections = maxConnections;
    return listenOnLoopback(server, port);
  };

  return {
    listen: async (wanted) => {
      const { port, close } = await persistently(() => open(wanted));
      closeServer = close;
      context.opened();
      keepAlive(context, connections);
      return port;
    },
    closeConnections,
    close: async () => {
      closeConnections();
      await closeServer?.();
      closeServer = undefined;
    },
  };
}

/** Between a stop and a start, an outgoing connection may occupy the port for a moment. */
async function persistently<T>(open: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await open();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || attempt === maxAttempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}

/** At random moments, `everyMs` apart on average. Ends with the server's timers. */
function keepAlive(context: RconContext, connections: Set<RconConnection>): void {
  const { everyMs } = context.game.switches.keepAlive;
  const checkMs = everyMs > 0 ? Math.min(everyMs / 2, 1_000) : 1_000;
  context.game.timers.after(checkMs, () => {
    context.thread.run(() => {
      for (const connection of connections) {
        if (everyMs > 0 && context.random.chance(checkMs / everyMs)) connection.keepAlive();
      }
    });
    keepAlive(context, connections);
  });
}

/** Detects a command rate at which the game stops processing commands. */
export type FloodGuard = {
  count: (atMs: number, limit: Switches['flood']) => void;
  isTripped: () => boolean;
  reset: () => void;
};

export function createFloodGuard(): FloodGuard {
  let times: number[] = [];
  let isTripped = false;
  return {
    count: (atMs, limit) => {
      if (!limit) return;
      times.push(atMs);
      times = times.filter((time) => time > atMs - limit.windowMs);
      isTripped ||= times.length > (limit.perSecond * limit.windowMs) / 1_000;
    },
    isTripped: () => isTripped,
    reset: () => {
      times = [];
      isTripped = false;
    },
  };
}
