import {
  ApplicationFlags,
  GatewayCloseCodes,
  GatewayDispatchEvents,
  GatewayIntentBits,
  GatewayOpcodes,
} from 'discord-api-types/v10';
import type {
  GatewayIdentifyData,
  GatewayReadyDispatchData,
  GatewayReceivePayload,
  GatewayResumeData,
} from 'discord-api-types/v10';
import type { WebSocket } from 'ws';
import { asFields, type Fields } from '../../fields.ts';
import { toGuildCreate } from '../model/guild.ts';
import { botOf, toUser } from '../model/people.ts';
import type { Scene } from '../model/scene.ts';
import { changeVoice, sendMembers } from './requests.ts';
import type { Session, Sessions } from './sessions.ts';

const heartbeatMs = 41_250;
const maxMessages = 120;
const windowMs = 60_000;

type Connection = { scene: Scene; sessions: Sessions; socket: WebSocket; session: Session | undefined };

type Asked = (connection: Connection, data: Fields) => void;

const opcodes: Partial<Record<GatewayOpcodes, Asked>> = {
  [GatewayOpcodes.Heartbeat]: ({ socket }) => write(socket, { op: GatewayOpcodes.HeartbeatAck }),
  [GatewayOpcodes.Identify]: identify,
  [GatewayOpcodes.Resume]: resume,
  [GatewayOpcodes.PresenceUpdate]: () => {},
  [GatewayOpcodes.VoiceStateUpdate]: withSession(changeVoice),
  [GatewayOpcodes.RequestGuildMembers]: withSession(sendMembers),
};

/** One program at the gateway, from Hello to the end of its socket. */
export function serveConnection(scene: Scene, sessions: Sessions, socket: WebSocket): void {
  const connection: Connection = { scene, sessions, socket, session: undefined };
  let count = 0;
  let windowEndsAt = 0;
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    if (connection.session?.socket === socket) connection.session.socket = undefined;
  });
  socket.on('message', (data: Buffer) => {
    if (Date.now() > windowEndsAt) [count, windowEndsAt] = [0, Date.now() + windowMs];
    count += 1;
    if (count > maxMessages) socket.close(GatewayCloseCodes.RateLimited);
    else receive(connection, data);
  });
  write(socket, { op: GatewayOpcodes.Hello, d: { heartbeat_interval: heartbeatMs } });
}

function receive(connection: Connection, data: Buffer): void {
  const message = parse(data);
  if (!message) return connection.socket.close(GatewayCloseCodes.DecodeError);
  const act = opcodes[message['op'] as GatewayOpcodes];
  if (!act) return connection.socket.close(GatewayCloseCodes.UnknownOpcode);
  return act(connection, asFields(message['d']) ?? {});
}

/** Some libraries send the token as in the header of the API. */
function withoutScheme(token: string | undefined): string | undefined {
  return token?.replace(/^Bot /, '');
}

function identify(connection: Connection, data: Fields): void {
  const { scene, socket, sessions } = connection;
  const { application, switches, recorder } = scene;
  const { token, intents } = data as Partial<GatewayIdentifyData>;
  recorder.note('identifies');
  if (connection.session) return socket.close(GatewayCloseCodes.AlreadyAuthenticated);
  if (withoutScheme(token) !== application.botToken) return socket.close(GatewayCloseCodes.AuthenticationFailed);
  if (switches.gatewayCloseCode !== undefined) return socket.close(switches.gatewayCloseCode);
  if (typeof intents !== 'number') return socket.close(GatewayCloseCodes.InvalidIntents);
  if (switches.noMessageContent && intents & GatewayIntentBits.MessageContent) {
    return socket.close(GatewayCloseCodes.DisallowedIntents, 'Disallowed intent(s).');
  }
  const session = sessions.begin(socket, intents);
  connection.session = session;
  sessions.dispatch(session, { t: GatewayDispatchEvents.Ready, d: toReady(scene, session) });
  sessions.dispatch(session, { t: GatewayDispatchEvents.GuildCreate, d: toGuildCreate(scene) });
}

function toReady(scene: Scene, { id }: Session): GatewayReadyDispatchData {
  return {
    v: 10,
    user: toUser(botOf(scene)),
    guilds: [{ id: scene.guild.id, unavailable: true }],
    session_id: id,
    resume_gateway_url: scene.addresses.gateway,
    shard: [0, 1],
    application: {
      id: scene.application.id,
      flags: ApplicationFlags.GatewayMessageContentLimited,
      flags_new: String(ApplicationFlags.GatewayMessageContentLimited),
    },
  };
}

function resume(connection: Connection, data: Fields): void {
  const { scene, socket, sessions } = connection;
  const { token, session_id: id, seq } = data as Partial<GatewayResumeData>;
  scene.recorder.note('resumes');
  if (withoutScheme(token) !== scene.application.botToken) return socket.close(GatewayCloseCodes.AuthenticationFailed);
  const session = sessions.resume(socket, id ?? '', seq ?? 0);
  if (!session) return write(socket, { op: GatewayOpcodes.InvalidSession, d: false });
  connection.session = session;
  return sessions.dispatch(session, { t: GatewayDispatchEvents.Resumed, d: {} as never });
}

function withSession(act: (scene: Scene, sessions: Sessions, session: Session, data: Fields) => void): Asked {
  return ({ scene, sessions, session, socket }, data) => {
    if (session) act(scene, sessions, session, data);
    else socket.close(GatewayCloseCodes.NotAuthenticated);
  };
}

function write(socket: WebSocket, payload: Partial<GatewayReceivePayload>): void {
  socket.send(JSON.stringify(payload));
}

function parse(data: Buffer): Fields | undefined {
  try {
    return asFields(JSON.parse(data.toString('utf8')));
  } catch {
    return undefined;
  }
}
