import type { Server } from 'node:http';
import { WebSocketServer } from 'ws';
import type { Scene } from '../model/scene.ts';
import { isOwnHost } from '../http/visitors.ts';
import { serveConnection } from './connection.ts';
import { createSessions } from './sessions.ts';

export type Gateway = { closeAll: (code: number) => void };

const maxPayload = 64 * 1024;

/** The gateway, on the port of the API. */
export function createGateway(scene: Scene, server: Server): Gateway {
  const sessions = createSessions(scene);
  const sockets = new WebSocketServer({ noServer: true, maxPayload });
  server.on('upgrade', (request, socket, head) => {
    scene.recorder.note('gatewayConnects');
    socket.on('error', () => socket.destroy());
    // Programs have no origin; a page in a browser has no business here.
    const isProgram = isOwnHost(request) && request.headers.origin === undefined;
    if (!isProgram || scene.switches.refuseGateway) {
      socket.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => serveConnection(scene, sessions, client));
  });
  return {
    closeAll: (code) => {
      for (const client of sockets.clients) client.close(code);
    },
  };
}
