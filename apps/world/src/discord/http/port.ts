import type { Server, Socket } from 'node:net';
import { listenOnLoopback } from '../../loopback.ts';

/** A port that can be closed and reopened under the same number. */
export type Port = { open: () => Promise<number>; shut: () => Promise<void> };

const retryMs = 50;
const maxAttempts = 40;

/** Takes the first of the wanted ports that is free. */
export function createPort(server: Server, wanted: readonly number[] = []): Port {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  let lastPort: number | undefined;
  let close: (() => Promise<void>) | undefined;
  return {
    open: async () => {
      const opened =
        lastPort === undefined ? await firstFree(server, [...wanted, 0]) : await listenWithRetries(server, lastPort);
      lastPort = opened.port;
      close = opened.close;
      return opened.port;
    },
    shut: async () => {
      const closed = close?.();
      close = undefined;
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

type Opened = Awaited<ReturnType<typeof listenOnLoopback>>;

async function firstFree(server: Server, [port = 0, ...others]: readonly number[]): Promise<Opened> {
  try {
    return await listenOnLoopback(server, port);
  } catch (error) {
    if (others.length === 0 || !isTaken(error)) throw error;
    return firstFree(server, others);
  }
}

/** An outgoing connection may occupy the port for a moment. */
async function listenWithRetries(server: Server, port: number, attempt = 1): Promise<Opened> {
  try {
    return await listenOnLoopback(server, port);
  } catch (error) {
    if (attempt === maxAttempts || !isTaken(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, retryMs));
    return listenWithRetries(server, port, attempt + 1);
  }
}

function isTaken(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
}
