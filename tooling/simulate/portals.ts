import type { AddressInfo, Socket } from 'node:net';
import { buildApp, type App } from '../../apps/server/src/app.ts';
import { createTestApp, restarted, type TestApp } from '../../apps/server/src/testing/test-app.ts';
import type { Machine } from './machine.ts';

export type Reply = { status: number; code?: string; error?: string; data?: unknown };

export type Portal = {
  /** Undefined while it is down. */
  port: () => number | undefined;
  call: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, token: string, body?: object) => Promise<Reply>;
  /** `isHard`: its connections break before it can end them. */
  restart: (isHard: boolean) => Promise<void>;
  stop: () => Promise<void>;
};

export type Hall = { app: TestApp; portals: Portal[]; machine: Machine };

/** Portals on one database and one bus, as if each were a process of its own. */
export async function openHall(machine: Machine, portalCount: number): Promise<Hall> {
  const app = await createTestApp();
  await app.http.close();
  const portals = await Promise.all(Array.from({ length: portalCount }, () => openPortal(app)));
  return { app, portals, machine };
}

async function openPortal(app: TestApp): Promise<Portal> {
  const sockets = new Set<Socket>();
  let running: { http: App['http']; port: number } | undefined;
  const start = async () => {
    const { http } = buildApp(restarted(app.ctx), '/nowhere');
    http.server.on('connection', (socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    await http.listen({ port: 0, host: '127.0.0.1' });
    running = { http, port: (http.server.address() as AddressInfo).port };
  };
  const stop = async (isHard: boolean) => {
    const own = running;
    running = undefined;
    if (isHard) for (const socket of sockets) socket.destroy();
    await own?.http.close();
  };
  await start();
  return {
    port: () => running?.port,
    async call(method, url, token, body) {
      if (!running) return { status: 0 };
      const headers = { authorization: `Bearer ${token}` };
      const reply = await running.http.inject({ method, url, headers, ...(body && { body }) });
      return { ...reply.json<Omit<Reply, 'status'>>(), status: reply.statusCode };
    },
    async restart(isHard) {
      if (!running) return;
      await stop(isHard);
      await start();
    },
    stop: () => stop(false),
  };
}
