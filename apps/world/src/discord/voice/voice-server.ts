import { randomBytes, randomInt } from 'node:crypto';
import { createServer } from 'node:https';
import { GatewayDispatchEvents } from 'discord-api-types/v10';
import { VoiceCloseCodes, VoiceEncryptionMode, VoiceOpcodes } from 'discord-api-types/voice/v8';
import type {
  VoiceIdentifyData,
  VoiceReceivePayload,
  VoiceResumeData,
  VoiceSelectProtocolData,
} from 'discord-api-types/voice/v8';
import { WebSocketServer, type WebSocket } from 'ws';
import { asFields, type Fields } from '../../fields.ts';
import { createPort, type Port } from '../http/port.ts';
import type { Dispatch, Scene } from '../model/scene.ts';
import type { Certificate } from './certificate.ts';
import { createDaveGroup, daveVersion, type DaveGroup } from './dave-group.ts';
import { openEars, type Ears } from './ears.ts';

export type VoiceServer = { port: Port; close: () => Promise<void> };

const maxPayload = 64 * 1024;

/** Where bots speak: a web socket over TLS, and UDP beside it. */
export async function createVoiceServer(scene: Scene, { key, cert }: Certificate): Promise<VoiceServer> {
  const server = createServer({ key, cert }, (_, response) => response.writeHead(426).end());
  const sockets = new WebSocketServer({ server, maxPayload });
  const ears = await openEars(scene);
  const groups = new Map<string, DaveGroup>();
  sockets.on('connection', (socket) => serveVoice({ scene, ears, groups }, socket));
  const onDispatch = ({ t, d }: Dispatch) => {
    if (t !== GatewayDispatchEvents.VoiceStateUpdate) return;
    const isOut = d.user_id === scene.application.id && !d.channel_id;
    if (isOut) for (const socket of sockets.clients) socket.close(VoiceCloseCodes.Disconnected);
    for (const [botId, group] of groups) if (d.user_id !== botId) follow(group, d.user_id, d.channel_id);
  };
  scene.listeners.add(onDispatch);
  const port = createPort(server);
  return {
    port,
    close: async () => {
      scene.listeners.delete(onDispatch);
      await port.shut();
      await ears.close();
    },
  };
}

function follow(group: DaveGroup, userId: string, channelId: string | null): void {
  if (channelId === group.channelId) group.join(userId);
  else group.leave(userId);
}

const heartbeatMs = 13_750;
const mode = VoiceEncryptionMode.AeadAes256GcmRtpSize;

/** `groups`: of the end-to-end encryption, by the bot that is in them. */
type Server = { scene: Scene; ears: Ears; groups: Map<string, DaveGroup> };

type Connection = Server & {
  socket: WebSocket;
  userId: string | undefined;
  ssrc: number;
  sequence: number;
  group: DaveGroup | undefined;
};

type Asked = (connection: Connection, data: Fields) => void;

const opcodes: Partial<Record<VoiceOpcodes, Asked>> = {
  [VoiceOpcodes.Identify]: identify,
  [VoiceOpcodes.SelectProtocol]: selectProtocol,
  [VoiceOpcodes.Heartbeat]: ({ socket }, { t }) =>
    write(socket, { op: VoiceOpcodes.HeartbeatAck, d: { t: Number(t) } }),
  [VoiceOpcodes.Speaking]: () => {},
  [VoiceOpcodes.Resume]: resume,
  [VoiceOpcodes.DaveTransitionReady]: ({ group }, { transition_id: id }) => group?.ready(Number(id)),
  [VoiceOpcodes.DaveMlsInvalidCommitWelcome]: ({ scene }) => scene.recorder.note('daveFailures'),
};

/** One program at the voice server, from Hello to the end of its socket. */
function serveVoice(server: Server, socket: WebSocket): void {
  const ssrc = randomInt(1, 2 ** 31);
  const connection: Connection = { ...server, socket, userId: undefined, ssrc, sequence: 0, group: undefined };
  server.scene.recorder.note('voiceConnects');
  socket.on('error', () => socket.terminate());
  socket.on('message', (data: Buffer, isBinary) => {
    // Of its own session: what an old connection still sends is not for the group of the next one.
    if (isBinary) connection.group?.receiveBinary(data[0] ?? 0, data.subarray(1));
    else receive(connection, data);
  });
  write(socket, { op: VoiceOpcodes.Hello, d: { heartbeat_interval: heartbeatMs, v: 8 } });
}

function receive(connection: Connection, data: Buffer): void {
  const message = parse(data);
  if (!message) return connection.socket.close(VoiceCloseCodes.FailedToDecode);
  const act = opcodes[message['op'] as VoiceOpcodes];
  return act ? act(connection, asFields(message['d']) ?? {}) : connection.socket.close(VoiceCloseCodes.UnknownOpcode);
}

function identify(connection: Connection, data: Fields): void {
  const { scene, socket, ears, ssrc } = connection;
  const { max_dave_protocol_version: dave } = data as Partial<VoiceIdentifyData>;
  const ticket = ticketOf(scene, data);
  scene.recorder.note('voiceIdentifies');
  scene.maxDaveProtocolVersion = dave;
  if (connection.userId) return socket.close(VoiceCloseCodes.AlreadyAuthenticated);
  if (!ticket) return socket.close(VoiceCloseCodes.AuthenticationFailed);
  if (scene.switches.voiceCloseCode !== undefined) return socket.close(scene.switches.voiceCloseCode);
  if (scene.switches.voiceRubbish) return write(socket, { op: VoiceOpcodes.Ready });
  if (!dave) return socket.close(VoiceCloseCodes.EndToEndEncryptionDAVEProtocolRequired);
  connection.userId = ticket.userId;
  return write(socket, { op: VoiceOpcodes.Ready, d: { ssrc, ip: '127.0.0.1', port: ears.port, modes: [mode] } });
}

function selectProtocol(connection: Connection, data: Fields): void {
  const { socket, userId, ears, ssrc } = connection;
  if (!userId) return socket.close(VoiceCloseCodes.NotAuthenticated);
  const { protocol, data: chosen } = data as Partial<VoiceSelectProtocolData>;
  if (protocol !== 'udp') return socket.close(VoiceCloseCodes.UnknownProtocol);
  if (chosen?.mode !== mode) return socket.close(VoiceCloseCodes.UnknownEncryptionMode);
  const key = randomBytes(32);
  for (const [other, speaker] of ears.speakers) if (speaker.userId === userId) ears.speakers.delete(other);
  const group = openGroup(connection, userId);
  connection.group = group;
  ears.speakers.set(ssrc, { userId, key, hear: group.hear });
  const d = { mode, secret_key: [...key], dave_protocol_version: daveVersion };
  write(socket, { op: VoiceOpcodes.SessionDescription, d });
  return group.connect(remoteOf(connection));
}

/** A new one for each session, with everyone who is in the channel. */
function openGroup({ scene, groups }: Connection, botId: string): DaveGroup {
  const channelId = scene.voiceStates.get(botId)?.channelId ?? '0';
  const there = [...scene.voiceStates].filter(([id, state]) => id !== botId && state.channelId === channelId);
  const people = there.map(([id]) => id);
  const group = createDaveGroup({
    channelId,
    botId,
    people,
    onEpoch: (epoch) => (scene.daveEpoch = epoch),
    onFailure: () => scene.recorder.note('daveFailures'),
  });
  groups.set(botId, group);
  return group;
}

function remoteOf(connection: Connection): Parameters<DaveGroup['connect']>[0] {
  return {
    send: (payload) => write(connection.socket, payload),
    sendBinary: (op, payload) => {
      const head = Buffer.alloc(3);
      head.writeUInt16BE((connection.sequence += 1));
      head.writeUInt8(op, 2);
      connection.socket.send(Buffer.concat([head, payload]));
    },
  };
}

/** Reuses the keys and the SSRC. */
function resume(connection: Connection, data: Fields): void {
  const ticket = ticketOf(connection.scene, data);
  if (!ticket) return connection.socket.close(VoiceCloseCodes.SessionNoLongerValid);
  connection.userId = ticket.userId;
  connection.group = connection.groups.get(ticket.userId);
  write(connection.socket, { op: VoiceOpcodes.Resumed, d: null });
  return connection.group?.connect(remoteOf(connection));
}

function ticketOf(scene: Scene, data: Fields) {
  const { token, server_id: guildId, session_id: sessionId } = data as Partial<VoiceResumeData>;
  const ticket = scene.voiceTickets.get(token ?? '');
  const isGood = ticket && guildId === scene.guild.id && sessionId === ticket.sessionId;
  return isGood && scene.voiceStates.has(ticket.userId) ? ticket : undefined;
}

function write(socket: WebSocket, payload: Partial<VoiceReceivePayload>): void {
  socket.send(JSON.stringify(payload));
}

function parse(data: Buffer): Fields | undefined {
  try {
    return asFields(JSON.parse(data.toString('utf8')));
  } catch {
    return undefined;
  }
}
