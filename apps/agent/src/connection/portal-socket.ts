import { agentLimits } from '@tribehall/contract/agent/agent.contract';
import { type RawData, WebSocket } from 'ws';
import { cleanText } from '../clean-text.ts';
import type { ConnectionEnd } from './connection-end.ts';

export type SocketTiming = { handshakeMs: number; heartbeatMs: number; silenceMs: number };

export type SocketOptions = {
  address: string;
  token: string;
  timing?: Partial<SocketTiming>;
  onOpen(socket: PortalSocket): void;
  onText(text: string): void;
  onEnd(end: ConnectionEnd): void;
};

/** A portal that does not read is considered gone. */
const maxBufferedBytes = 4 * 1024 * 1024;
const defaultTiming: SocketTiming = {
  handshakeMs: 10_000,
  heartbeatMs: agentLimits.heartbeatMs,
  silenceMs: agentLimits.silenceMs,
};

/** One WebSocket to the portal, which ends exactly once. */
export class PortalSocket {
  readonly #socket: WebSocket;
  readonly #options: SocketOptions;
  readonly #timing: SocketTiming;
  #heardAt = performance.now();
  #heartbeat: NodeJS.Timeout | undefined;
  #hasEnded = false;

  constructor(options: SocketOptions) {
    this.#options = options;
    this.#timing = { ...defaultTiming, ...options.timing };
    this.#socket = new WebSocket(options.address, {
      headers: { authorization: `Bearer ${options.token}` },
      handshakeTimeout: this.#timing.handshakeMs,
      maxPayload: agentLimits.maxFrameBytes,
      perMessageDeflate: false,
    });
    this.#listen(this.#socket);
  }

  send(text: string): void {
    if (this.#hasEnded || this.#socket.readyState !== WebSocket.OPEN) return;
    if (this.#socket.bufferedAmount > maxBufferedBytes) this.giveUp('The portal stopped reading.');
    else this.#socket.send(text);
  }

  giveUp(reason: string): void {
    this.end({ kind: 'given-up', reason });
  }

  end(end: ConnectionEnd): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearInterval(this.#heartbeat);
    if (end.kind === 'stopped' && this.#socket.readyState === WebSocket.OPEN) this.#sayGoodbye();
    else this.#socket.terminate();
    this.#options.onEnd(end);
  }

  #listen(socket: WebSocket): void {
    const heard = () => {
      this.#heardAt = performance.now();
    };
    socket.on('open', () => this.#opened());
    socket.on('message', (data, isBinary) => {
      heard();
      this.#received(data, isBinary);
    });
    socket.on('ping', heard);
    socket.on('pong', heard);
    socket.on('unexpected-response', (_request, response) => {
      this.end({ kind: 'refused', status: response.statusCode ?? 0, ...hints(response.headers) });
    });
    socket.on('error', (error) => this.end({ kind: 'failed', reason: inWords(error) }));
    socket.on('close', (code, reason) => {
      this.end({ kind: 'closed', code, reason: cleanText(reason.toString(), 200) });
    });
  }

  #opened(): void {
    this.#heardAt = performance.now();
    this.#heartbeat = setInterval(() => {
      if (performance.now() - this.#heardAt > this.#timing.silenceMs) this.giveUp('The portal stopped responding.');
      else this.#socket.ping();
    }, this.#timing.heartbeatMs);
    this.#options.onOpen(this);
  }

  #received(data: RawData, isBinary: boolean): void {
    if (this.#hasEnded) return;
    if (isBinary) this.giveUp('The portal sent a binary message.');
    else this.#options.onText((data as Buffer).toString());
  }

  #sayGoodbye(): void {
    const socket = this.#socket;
    socket.close(1000, 'The agent is stopping.');
    setTimeout(() => socket.terminate(), 1_000).unref();
  }
}

function hints(headers: Record<string, string | string[] | undefined>) {
  const { location } = headers;
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return {
    ...(typeof location === 'string' && { location: cleanText(location, 200) }),
    ...(Number.isFinite(seconds) && seconds >= 0 && { retryAfterMs: seconds * 1_000 }),
  };
}

/** For some errors of certificates, names and ports Node gives only a code. */
function inWords(error: Error & { code?: string }): string {
  const message = error.message || error.code || 'unknown error';
  return `The portal cannot be reached: ${cleanText(message, 300)}.`;
}
