import { trimEndOf } from '@tribehall/contract/shared/text';
import { assertOneLine, CommandTextError } from '@tribehall/ark/rcon/command-text';
import {
  createPacketReader,
  encodePacket,
  PacketError,
  packetTypes,
  refusedId,
  type Packet,
} from '@tribehall/ark/rcon/packets';
import { isKeepAlive } from '@tribehall/ark/rcon/replies';
import net from 'node:net';

export const doesNotSpeakRcon = 'The program at this address does not speak RCON.';

type RconErrorCode = 'unreachable' | 'refused' | 'timeout' | 'closed' | 'busy';

/** After `timeout` and `closed` a command that was sent may or may not have run. */
export class RconError extends Error {
  override readonly name = 'RconError';
  readonly code: RconErrorCode;

  constructor(code: RconErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export type RconTarget = { host: string; port: number; password: string };
export type ConnectionLimits = { connectMs: number; loginMs: number; maxReplyBytes: number };

/** A connection that has logged in, one exchange at a time. */
export type RconConnection = {
  exchange(command: Buffer, timeoutMs: number): Promise<Buffer>;
  onEnded(listener: (error: RconError) => void): void;
};

type Options = { target: RconTarget; limits: ConnectionLimits; nextId: () => number; signal: AbortSignal };

export async function openRconConnection({ target, limits, nextId, signal }: Options): Promise<RconConnection> {
  signal.throwIfAborted();
  const socket = new PacketSocket({ ...target, maxReplyBytes: limits.maxReplyBytes });
  const stop = () =>
    socket.end(signal.reason instanceof RconError ? signal.reason : new RconError('closed', 'Cancelled.'));
  signal.addEventListener('abort', stop, { once: true });
  socket.onEnded(() => signal.removeEventListener('abort', stop));
  await socket.connected(limits.connectMs);
  await login(socket, { id: nextId(), password: target.password, timeoutMs: limits.loginMs });
  return {
    exchange: (command, timeoutMs) =>
      exchange(socket, { id: nextId(), command, timeoutMs, maxBytes: limits.maxReplyBytes }),
    onEnded: (listener) => socket.onEnded(listener),
  };
}

async function login(
  socket: PacketSocket,
  { id, password, timeoutMs }: { id: number; password: string; timeoutMs: number },
) {
  const packet = { id, type: packetTypes.login, body: password };
  const outcome = await socket.ask({
    packet,
    timeoutMs,
    timeout: loginTimeout,
    read: (received) => readLogin(received, id),
  });
  if (outcome === 'accepted') return;
  const refused = new RconError('refused', 'The game server refused the RCON password.');
  socket.end(refused);
  throw refused;
}

/** ARK replies with one packet of type 2; others send an empty one of type 0 first, or reply with type 3. */
function readLogin({ id, type }: Packet, loginId: number): 'accepted' | 'refused' | undefined {
  const isReply = type === packetTypes.loginReply || type === packetTypes.login;
  if (id === refusedId && isReply) return 'refused';
  if (id !== loginId || type === packetTypes.response) return undefined;
  return isReply ? 'accepted' : 'refused';
}

type ExchangeRequest = { id: number; command: Buffer; timeoutMs: number; maxBytes: number };

function exchange(socket: PacketSocket, { id, command, timeoutMs, maxBytes }: ExchangeRequest): Promise<Buffer> {
  const packet = { id, type: packetTypes.command, body: command };
  let reply: Buffer | undefined;
  const read = ({ id: receivedId, type, body }: Packet): Buffer | Unfinished<Buffer> | undefined => {
    if (receivedId !== id || type !== packetTypes.response) return undefined;
    reply = reply ? Buffer.concat([reply, body]) : body;
    if (reply.length > maxBytes) throw new PacketError(`A reply of more than ${maxBytes} bytes.`);
    return body.length < fullBytes ? reply : new Unfinished(reply, moreMs);
  };
  return socket.ask({ packet, timeoutMs, timeout: commandTimeout, read });
}

/** Why a command that was sent has no reply. */
export function mayHaveRun(error: unknown): RconError {
  const code = error instanceof RconError ? error.code : 'closed';
  const reason = error instanceof Error ? error.message : '';
  return new RconError(code, `${reason} The command may have run.`, { cause: error });
}

/** ARK replies in one packet of any length; others cut a reply into packets of about 4 kB, and nothing marks the last one. */
const fullBytes = 4_000;
/** How long the next packet of the same reply may take. */
const moreMs = 150;

/** A reply that is complete unless more of it comes within this time. */
class Unfinished<Reply> {
  readonly reply: Reply;
  readonly waitMs: number;

  constructor(reply: Reply, waitMs: number) {
    this.reply = reply;
    this.waitMs = waitMs;
  }
}

/** What RCON servers accept in one packet, less its frame. */
const maxCommandBytes = 4000;

/** The bytes of exactly one command. */
export function encodeCommand(command: string, isAsciiOnly: boolean): Buffer {
  assertOneLine(command);
  // Never 'latin1' or 'ascii': they cut letters down to line breaks and quotes (Ċ becomes a line feed).
  const bytes = Buffer.from(isAsciiOnly ? command.replace(/[^\p{ASCII}]/gu, '?') : command, 'utf8');
  if (bytes.length > maxCommandBytes) throw new CommandTextError('The command is too long for one packet.');
  return bytes;
}

/** UTF-8 where it is UTF-8. ASE without plugins sends ASCII; with some it sends single bytes. */
export function decodeReply(bytes: Buffer, isAsciiOnly: boolean): string {
  return trimEndOf(readText(bytes, isAsciiOnly), '\0');
}

function readText(bytes: Buffer, isAsciiOnly: boolean): string {
  const text = bytes.toString('utf8');
  return isAsciiOnly && text.includes('\ufffd') ? bytes.toString('latin1') : text;
}

type PacketRequest<Reply> = {
  packet: { id: number; type: number; body: string | Buffer };
  timeoutMs: number;
  timeout: () => RconError;
  /** Returns undefined for a packet that is not the reply. */
  read(packet: Packet): Reply | Unfinished<Reply> | undefined;
};

type Waiter = {
  take(packet: Packet): void;
  fail(error: RconError): void;
  timeout: () => RconError;
  deadline: number;
};

// Created when they are needed: an error with its stack costs more than the exchange.
const connectTimeout = () => new RconError('unreachable', 'The game server did not accept the connection in time.');
const loginTimeout = () =>
  new RconError('timeout', 'The game server accepted the connection but did not answer the login.');
const commandTimeout = () => new RconError('timeout', 'The game server did not answer in time.');

const tcpKeepAliveMs = 30_000;
/** `Keep Alive` with blanks around it is shorter; longer packets need not be decoded. */
const maxKeepAliveBytes = 64;
const noBreakSpace = 0xa0;

/** RCON packets over one TCP socket, one request in flight at a time. The first error ends it for good. */
class PacketSocket {
  readonly #socket: net.Socket;
  readonly #read: (chunk: Buffer) => Packet[];
  readonly #listeners: ((error: RconError) => void)[] = [];
  #waiter: Waiter | undefined;
  #timer: NodeJS.Timeout | undefined;
  #firesAt = 0;
  #failure: RconError | undefined;

  constructor({ host, port, maxReplyBytes }: { host: string; port: number; maxReplyBytes: number }) {
    this.#read = createPacketReader(maxReplyBytes);
    this.#socket = net.connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: tcpKeepAliveMs });
    this.#socket.on('data', (chunk) => this.#receive(chunk));
    this.#socket.on('error', (error) => this.end(socketError(error, this.#socket.connecting)));
    this.#socket.on('close', () => this.end(new RconError('closed', 'The game server closed the connection.')));
  }

  connected(timeoutMs: number): Promise<void> {
    return this.#wait<void>(timeoutMs, connectTimeout, (resolve) => {
      this.#socket.once('connect', () => resolve());
      return () => undefined;
    });
  }

  ask<Reply>({ packet, timeoutMs, timeout, read }: PacketRequest<Reply>): Promise<Reply> {
    return this.#wait<Reply>(timeoutMs, timeout, (resolve) => {
      this.#socket.write(encodePacket(packet));
      let timer: NodeJS.Timeout | undefined;
      return (received) => {
        const reply = read(received);
        if (reply === undefined) return;
        clearTimeout(timer);
        if (reply instanceof Unfinished) timer = setTimeout(() => resolve(reply.reply), reply.waitMs);
        else resolve(reply);
      };
    });
  }

  end(error: RconError): void {
    if (this.#failure) return;
    this.#failure = error;
    clearTimeout(this.#timer);
    this.#socket.destroy();
    this.#waiter?.fail(error);
    for (const listener of this.#listeners) listener(error);
  }

  onEnded(listener: (error: RconError) => void): void {
    if (this.#failure) listener(this.#failure);
    else this.#listeners.push(listener);
  }

  /** The time limit covers the whole reply, so a trickle of bytes does not extend it. */
  #wait<Reply>(
    timeoutMs: number,
    timeout: () => RconError,
    begin: (resolve: (reply: Reply) => void) => Waiter['take'],
  ): Promise<Reply> {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      const take = begin((reply) => {
        this.#waiter = undefined;
        resolve(reply);
      });
      const fail = (error: RconError) => {
        this.#waiter = undefined;
        reject(error);
      };
      this.#waiter = { take, fail, timeout, deadline: performance.now() + timeoutMs };
      this.#watch(timeoutMs);
    });
  }

  /** One timer for many waits: it is started again only if it would be too late, and checks the deadline when it fires. */
  #watch(timeoutMs: number): void {
    const firesAt = performance.now() + timeoutMs;
    if (this.#timer && this.#firesAt <= firesAt) return;
    clearTimeout(this.#timer);
    this.#firesAt = firesAt;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (!this.#waiter) return;
      const remainingMs = this.#waiter.deadline - performance.now();
      if (remainingMs > 0) this.#watch(Math.ceil(remainingMs));
      else this.end(this.#waiter.timeout());
    }, timeoutMs);
  }

  #receive(chunk: Buffer): void {
    try {
      for (const packet of this.#read(chunk)) if (!isUnasked(packet)) this.#waiter?.take(packet);
    } catch (error) {
      if (!(error instanceof PacketError)) throw error;
      this.end(new RconError('closed', doesNotSpeakRcon, { cause: error }));
    }
  }
}

/** Recognised by its text: the game sends it at any time, under an unknown id. */
function isUnasked({ body }: Packet): boolean {
  if (body.length > maxKeepAliveBytes || !beginsWithK(body)) return false;
  return isKeepAlive(body.toString('latin1').replaceAll('\0', ''));
}

/** So that most replies are not decoded twice. */
function beginsWithK(body: Buffer): boolean {
  for (const byte of body) if (byte > 0x20 && byte !== noBreakSpace) return byte === 0x4b || byte === 0x6b;
  return false;
}

function socketError(error: NodeJS.ErrnoException, isConnecting: boolean): RconError {
  const code = error.code ?? error.message;
  return isConnecting
    ? new RconError('unreachable', `Nothing answers at this address (${code}).`, { cause: error })
    : new RconError('closed', `The connection to the game server broke (${code}).`, { cause: error });
}
