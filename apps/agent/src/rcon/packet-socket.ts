import { createPacketReader, encodePacket, PacketError, type Packet } from '@tribehall/ark/rcon/packets';
import { isKeepAlive } from '@tribehall/ark/rcon/replies';
import net from 'node:net';

export type RconErrorCode = 'unreachable' | 'refused' | 'timeout' | 'closed' | 'busy';

/** After `timeout` and `closed` a command that was sent may or may not have run. */
export class RconError extends Error {
  override readonly name = 'RconError';
  readonly code: RconErrorCode;

  constructor(code: RconErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

type PacketRequest<Reply> = {
  packet: { id: number; type: number; body: string | Buffer };
  timeoutMs: number;
  timeout: RconError;
  /** Returns undefined for a packet that is not the reply. */
  read(packet: Packet): Reply | undefined;
};

type Waiter = { take(packet: Packet): void; fail(error: RconError): void };

const tcpKeepAliveMs = 30_000;
/** `Keep Alive` with blanks around it is shorter; longer packets need not be decoded. */
const maxKeepAliveBytes = 64;

/** RCON packets over one TCP socket, one request in flight at a time. The first error ends it for good. */
export class PacketSocket {
  readonly #socket: net.Socket;
  readonly #listeners: ((error: RconError) => void)[] = [];
  #waiter: Waiter | undefined;
  #failure: RconError | undefined;

  constructor({ host, port, maxReplyBytes }: { host: string; port: number; maxReplyBytes: number }) {
    const read = createPacketReader(maxReplyBytes);
    this.#socket = net.connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: tcpKeepAliveMs });
    this.#socket.on('data', (chunk) => this.#receive(() => read(chunk)));
    this.#socket.on('error', (error) => this.end(socketError(error, this.#socket.connecting)));
    this.#socket.on('close', () => this.end(new RconError('closed', 'The game server closed the connection.')));
  }

  connected(timeoutMs: number): Promise<void> {
    const timeout = new RconError('unreachable', 'The game server did not accept the connection in time.');
    return this.#wait<void>(timeoutMs, timeout, (resolve) => {
      this.#socket.once('connect', () => resolve());
      return () => undefined;
    });
  }

  ask<Reply>({ packet, timeoutMs, timeout, read }: PacketRequest<Reply>): Promise<Reply> {
    return this.#wait<Reply>(timeoutMs, timeout, (resolve) => {
      this.#socket.write(encodePacket(packet));
      return (received) => {
        const reply = read(received);
        if (reply !== undefined) resolve(reply);
      };
    });
  }

  end(error: RconError): void {
    if (this.#failure) return;
    this.#failure = error;
    this.#socket.destroy();
    this.#waiter?.fail(error);
    for (const listener of this.#listeners) listener(error);
  }

  onEnded(listener: (error: RconError) => void): void {
    if (this.#failure) listener(this.#failure);
    else this.#listeners.push(listener);
  }

  /** The timer covers the whole reply, so a trickle of bytes does not extend it. */
  #wait<Reply>(
    timeoutMs: number,
    timeout: RconError,
    begin: (resolve: (reply: Reply) => void) => Waiter['take'],
  ): Promise<Reply> {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.end(timeout), timeoutMs);
      const stop = () => {
        clearTimeout(timer);
        this.#waiter = undefined;
      };
      const take = begin((reply) => {
        stop();
        resolve(reply);
      });
      const fail = (error: RconError) => {
        stop();
        reject(error);
      };
      this.#waiter = { take, fail };
    });
  }

  #receive(read: () => Packet[]): void {
    try {
      for (const packet of read()) if (!isUnasked(packet)) this.#waiter?.take(packet);
    } catch (error) {
      if (!(error instanceof PacketError)) throw error;
      this.end(new RconError('closed', 'The program at this address does not speak RCON.', { cause: error }));
    }
  }
}

/** Recognised by its text: the game sends it at any time, under an unknown id. */
function isUnasked({ body }: Packet): boolean {
  return body.length <= maxKeepAliveBytes && isKeepAlive(body.toString('latin1').replaceAll('\0', ''));
}

function socketError(error: NodeJS.ErrnoException, isConnecting: boolean): RconError {
  const code = error.code ?? error.message;
  return isConnecting
    ? new RconError('unreachable', `Nothing answers at this address (${code}).`, { cause: error })
    : new RconError('closed', `The connection to the game server broke (${code}).`, { cause: error });
}
