import { randomBytes } from 'node:crypto';
import { GatewayOpcodes } from 'discord-api-types/v10';
import type { WebSocket } from 'ws';
import type { Dispatch, Scene } from '../model/scene.ts';
import { forIntents } from './intents.ts';

/** What one Identify began. It outlives its socket for a while, so that it can be resumed. */
export type Session = {
  id: string;
  intents: number;
  socket: WebSocket | undefined;
  lastSequence: number;
  sent: { sequence: number; text: string }[];
};

export type Sessions = ReturnType<typeof createSessions>;

const maxSessions = 10;
const maxSent = 500;

export function createSessions(scene: Scene) {
  const sessions = new Map<string, Session>();
  const dispatch = (session: Session, happened: Dispatch) => {
    const seen = forIntents(scene, session.intents, happened);
    if (!seen) return;
    session.lastSequence += 1;
    const text = JSON.stringify({ op: GatewayOpcodes.Dispatch, s: session.lastSequence, ...seen });
    session.sent.push({ sequence: session.lastSequence, text });
    if (session.sent.length > maxSent) session.sent.shift();
    session.socket?.send(text);
  };
  const hear = (happened: Dispatch) => {
    for (const session of sessions.values()) dispatch(session, happened);
  };
  scene.listeners.add(hear);

  return {
    dispatch,
    begin: (socket: WebSocket, intents: number): Session => {
      const id = randomBytes(16).toString('hex');
      const session = { id, intents, socket, lastSequence: 0, sent: [] };
      sessions.set(id, session);
      const [oldest] = sessions.keys();
      if (sessions.size > maxSessions && oldest) sessions.delete(oldest);
      return session;
    },
    /** Sends again what the other side has not seen. */
    resume: (socket: WebSocket, id: string, sequence: number): Session | undefined => {
      const session = sessions.get(id);
      if (!session) return undefined;
      session.socket = socket;
      for (const missed of session.sent) if (missed.sequence > sequence) socket.send(missed.text);
      return session;
    },
  };
}
