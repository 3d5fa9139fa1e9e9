import { createServer } from 'node:https';
import { GatewayDispatchEvents } from 'discord-api-types/v10';
import { VoiceCloseCodes } from 'discord-api-types/voice/v8';
import { WebSocketServer } from 'ws';
import { createPort, type Port } from '../http/port.ts';
import type { Dispatch, Scene } from '../model/scene.ts';
import type { Certificate } from './certificate.ts';
import { openEars } from './ears.ts';
import { serveVoice } from './voice-connection.ts';

export type VoiceServer = { port: Port; close: () => Promise<void> };

const maxPayload = 64 * 1024;

/** Where bots speak: a web socket over TLS, and UDP beside it. */
export async function createVoiceServer(scene: Scene, { key, cert }: Certificate): Promise<VoiceServer> {
  const server = createServer({ key, cert }, (_, response) => response.writeHead(426).end());
  const sockets = new WebSocketServer({ server, maxPayload });
  const ears = await openEars(scene);
  sockets.on('connection', (socket) => serveVoice(scene, ears, socket));
  const hear = ({ t, d }: Dispatch) => {
    const isOut = t === GatewayDispatchEvents.VoiceStateUpdate && d.user_id === scene.application.id && !d.channel_id;
    if (isOut) for (const socket of sockets.clients) socket.close(VoiceCloseCodes.Disconnected);
  };
  scene.listeners.add(hear);
  const port = createPort(server);
  return {
    port,
    close: async () => {
      scene.listeners.delete(hear);
      await port.shut();
      await ears.close();
    },
  };
}
