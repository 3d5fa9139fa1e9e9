import { randomBytes } from 'node:crypto';
import {
  GatewayDispatchEvents,
  GatewayIntentBits,
  GatewayOpcodes,
  type GatewayMessageCreateDispatchData,
} from 'discord-api-types/v10';
import type { WebSocket } from 'ws';
import type { Dispatch, Scene } from '../model/scene.ts';

/** Started by one Identify. It outlives its socket for a while, so that it can be resumed. */
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
  const dispatchToAll = (happened: Dispatch) => {
    for (const session of sessions.values()) dispatch(session, happened);
  };
  scene.listeners.add(dispatchToAll);

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

/** The intent that a session needs to receive an event. All other events go to every session. */
const needed: Partial<Record<GatewayDispatchEvents, GatewayIntentBits>> = {
  [GatewayDispatchEvents.GuildRoleUpdate]: GatewayIntentBits.Guilds,
  [GatewayDispatchEvents.GuildMemberAdd]: GatewayIntentBits.GuildMembers,
  [GatewayDispatchEvents.GuildMemberRemove]: GatewayIntentBits.GuildMembers,
  [GatewayDispatchEvents.MessageCreate]: GatewayIntentBits.GuildMessages,
  [GatewayDispatchEvents.MessageUpdate]: GatewayIntentBits.GuildMessages,
  [GatewayDispatchEvents.MessageDelete]: GatewayIntentBits.GuildMessages,
  [GatewayDispatchEvents.VoiceStateUpdate]: GatewayIntentBits.GuildVoiceStates,
};

/** The event as a session with these intents gets it; undefined where it does not. */
function forIntents({ application }: Scene, intents: number, dispatch: Dispatch): Dispatch | undefined {
  const bit = needed[dispatch.t as GatewayDispatchEvents];
  const isOwnVoice = dispatch.t === GatewayDispatchEvents.VoiceStateUpdate && dispatch.d.user_id === application.id;
  if (bit && !(intents & bit) && !isOwnVoice) return undefined;
  const isMessage =
    dispatch.t === GatewayDispatchEvents.MessageCreate || dispatch.t === GatewayDispatchEvents.MessageUpdate;
  if (!isMessage || intents & GatewayIntentBits.MessageContent) return dispatch;
  return isForBot(application.id, dispatch.d)
    ? dispatch
    : { ...dispatch, d: { ...dispatch.d, content: '', embeds: [] } };
}

/** Without the privileged intent a bot reads what it wrote and what names it. */
function isForBot(botId: string, { author, mentions }: GatewayMessageCreateDispatchData): boolean {
  return author.id === botId || mentions.some(({ id }) => id === botId);
}
