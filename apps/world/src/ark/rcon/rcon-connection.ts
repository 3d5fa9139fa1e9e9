import type { Socket } from 'node:net';
import { createPacketReader, encodePacket, packetTypes, refusedId, type Packet } from '@tribehall/ark/rcon/packets';
import type { GameThread } from '../play/game-thread.ts';
import type { Game } from '../play/game.ts';
import type { Random } from '../random.ts';
import type { Switches } from '../switches.ts';
import { noResponseReply } from './commands.ts';

/** What the connections of one port share. */
export type RconContext = {
  game: Game;
  thread: GameThread;
  password: string;
  random: Random;
  isSlow: () => boolean;
  /** The port is open again after a start. */
  opened: () => void;
  /** Undefined where the server no longer replies. */
  run: (text: string) => string | undefined;
  received: (text: string) => void;
};

type Connection = {
  socket: Socket;
  send: (packet: { id: number; type: number; body: string }) => void;
  isLoggedIn: boolean;
  /** Sent an empty packet: everything after it is ignored. */
  isHung: boolean;
  awaitedId: number | undefined;
  previousId: number;
};

const maxRequestBytes = 64 * 1024;

export type RconConnection = { close: () => void; keepAlive: () => void };

export function serveConnection(context: RconContext, socket: Socket): RconConnection {
  const connection = openConnection(context, socket);
  const read = createPacketReader(maxRequestBytes);
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    try {
      for (const packet of read(chunk)) receive(context, connection, packet);
    } catch {
      socket.destroy();
    }
  });
  return {
    close: () => socket.destroy(),
    keepAlive: () => connection.isLoggedIn && sendKeepAlive(context, connection),
  };
}

function openConnection({ game }: RconContext, socket: Socket): Connection {
  const write = createPacketWriter(socket);
  const send: Connection['send'] = ({ id, type, body }) => {
    const reply = encodeReply(body, game.switches.encoding);
    for (const part of game.switches.splitsReplies ? partsOf(reply) : [reply])
      write(encodePacket({ id, type, body: part }), game.switches.segments);
  };
  return { socket, send, isLoggedIn: false, isHung: false, awaitedId: undefined, previousId: 0 };
}

function receive(context: RconContext, connection: Connection, packet: Packet): void {
  const { switches } = context.game;
  if (connection.isHung) return;
  if (packet.type === packetTypes.login) logIn(context, connection, packet);
  else if (!connection.isLoggedIn) {
    if (switches.commandBeforeLogin === 'closes') connection.socket.destroy();
  } else if (packet.body.length === 0) connection.isHung = switches.emptyPacket === 'hangs';
  else if (packet.type === packetTypes.command) receiveCommand(context, connection, packet);
  else if (packet.type === packetTypes.response) replyLater(context, connection, packet.id, () => noResponseReply);
}

function receiveCommand(context: RconContext, connection: Connection, { id, body }: Packet): void {
  context.received(body.toString('utf8'));
  const text = decodeCommand(body, context.game.switches.encoding);
  replyLater(context, connection, id, () => context.run(text));
}

function logIn(context: RconContext, connection: Connection, { id, body }: Packet): void {
  const { switches, timers } = context.game;
  const isRight = decodeCommand(body, switches.encoding) === context.password && switches.login === 'checked';
  if (switches.login === 'silent') return;
  if (!isRight && switches.login === 'checked' && switches.wrongPassword === 'silent') return;
  const respond = () => {
    connection.isLoggedIn = isRight;
    if (switches.emptyPacketBeforeLogin) connection.send({ id, type: packetTypes.response, body: '' });
    connection.send({ id: isRight ? id : refusedId, type: packetTypes.loginReply, body: '' });
  };
  timers.after(context.isSlow() ? switches.boot.slowLoginMs : switches.tickMs, () => context.thread.run(respond));
}

function replyLater(context: RconContext, connection: Connection, id: number, work: () => string | undefined): void {
  const { switches, timers } = context.game;
  if (connection.awaitedId !== undefined && switches.pipelining === 'dropped') return;
  connection.awaitedId = id;
  const respond = () => {
    connection.awaitedId = undefined;
    // The game executes what it has read even if the client is gone.
    const reply = work();
    if (reply === undefined || connection.isHung || connection.socket.destroyed) return;
    if (context.random.chance(switches.keepAlive.beforeReplyChance)) sendKeepAlive(context, connection, id);
    connection.send({ id, type: packetTypes.response, body: reply });
    connection.previousId = id;
  };
  timers.after(context.isSlow() ? switches.boot.slowCommandMs : switches.tickMs, () => context.thread.run(respond));
}

function sendKeepAlive(context: RconContext, connection: Connection, awaitedId = connection.awaitedId): void {
  const ids = { zero: 0, previous: connection.previousId, awaited: awaitedId ?? connection.previousId };
  const id = ids[context.game.switches.keepAlive.id];
  connection.send({ id, type: packetTypes.response, body: 'Keep Alive' });
}

/** Evolved loses everything beyond ASCII: each byte on the way in, each character on the way out. */
function decodeCommand(body: Buffer, encoding: Switches['encoding']): string {
  const text = encoding === 'utf8' ? body.toString('utf8') : body.toString('latin1').replaceAll(/[^\0-\x7f]/g, '?');
  // The engine's strings end there.
  return text.split('\0', 1)[0] ?? '';
}

function encodeReply(text: string, encoding: Switches['encoding']): Buffer {
  return encoding === 'utf8' ? Buffer.from(text) : Buffer.from(text.replaceAll(/[^\0-\x7f]/g, '?'), 'latin1');
}

/** Other clients stop reading here. */
const longBytes = 4_096;
/** As servers do that follow Valve's description to the letter. */
function partsOf(reply: Buffer): Buffer[] {
  const count = Math.max(1, Math.ceil(reply.length / longBytes));
  return Array.from({ length: count }, (_, index) => reply.subarray(index * longBytes, (index + 1) * longBytes));
}

/** Chosen so that no cut falls on a field boundary. */
const oddSizes = [1, 2, 6, 3, 11, 701, 5, 1_459, 13, 997];

/** Writes packets one after the other, whole or in pieces. */
function createPacketWriter(socket: Socket): (packet: Buffer, segments: Switches['segments']) => void {
  let written = Promise.resolve();
  return (packet, segments) => {
    const isCut = segments === 'all' || (segments === 'long' && packet.length > longBytes);
    written = written.then(() => writePieces(socket, isCut ? cut(packet) : [packet]));
  };
}

async function writePieces(socket: Socket, pieces: Buffer[]): Promise<void> {
  for (const piece of pieces) {
    if (socket.destroyed) return;
    // One per event-loop turn, so that the kernel sends each as its own segment.
    await new Promise<void>((resolve) => socket.write(piece, () => setImmediate(resolve)));
  }
}

function cut(packet: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  let offset = 0;
  while (offset < packet.length) {
    const size = oddSizes[pieces.length % oddSizes.length] ?? 1;
    pieces.push(packet.subarray(offset, offset + size));
    offset += size;
  }
  return pieces;
}
