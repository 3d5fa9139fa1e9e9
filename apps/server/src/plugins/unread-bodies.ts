import { ServerResponse, type IncomingMessage, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export type BodyLimits = {
  /** The deadline for receiving a body that is read as a whole. */
  bodyMs: number;
  /** After an early response: for how long, and how much, the rest of the body is still received. */
  lingerMs: number;
  lingerBytes: number;
};

const defaults: BodyLimits = { bodyMs: 20_000, lingerMs: 5_000, lingerBytes: 16 * 1024 * 1024 };
const checkMs = 50;

const inFlight = Symbol('response in flight');
type ServedSocket = Socket & { [inFlight]?: ServerResponse | undefined };
const closing = new WeakSet<Socket>();
const bodyTimers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

type LateBodyHandler = (socket: Socket) => void;
type ResponseClass = NonNullable<ServerOptions['ServerResponse']>;

/**
 * The class of every response of the HTTP server, because only here all of them are seen: those of the router, hooks
 * and handlers alike. It enforces a deadline for request bodies. If the response is sent before the body has arrived,
 * the connection is closed: the response says so (`connection: close`), then a bounded rest of the body is received and
 * discarded, because closing while the client still sends would reset the connection and lose the response. While the
 * server is draining, every response closes its connection.
 */
export function guardedResponse(
  onLateBody: LateBodyHandler,
  given: Partial<BodyLimits> = {},
  isDraining = () => false,
): ResponseClass {
  const limits = { ...defaults, ...given };
  class GuardedResponse extends ServerResponse {
    readonly #hasBody: boolean;

    constructor(...args: ConstructorParameters<typeof ServerResponse>) {
      super(...args);
      const [request] = args;
      this.#hasBody = hasBody(request);
      if (this.#hasBody) startBodyTimer(request, this, limits.bodyMs, onLateBody);
    }

    override assignSocket(socket: ServedSocket): void {
      socket[inFlight] = this;
      super.assignSocket(socket);
    }

    /** Node also calls it for implicit headers. */
    override writeHead(...args: unknown[]): this {
      if ((this.#hasBody && !this.req.complete) || isDraining()) this.shouldKeepAlive = false;
      return super.writeHead(...(args as Parameters<ServerResponse['writeHead']>));
    }

    /** Called when the response is written, before Node closes the connection or reads the next request. */
    override detachSocket(socket: ServedSocket): void {
      super.detachSocket(socket);
      socket[inFlight] = undefined;
      if (this.#hasBody && !this.req.complete) linger(this.req, socket, limits);
    }
  }
  return GuardedResponse as ResponseClass;
}

export function unreadBodiesPlugin(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    // A pipelined request after a response that closes the connection: it must not be executed.
    if (closing.has(raw.socket)) {
      reply.hijack();
      return;
    }
    // A handler that streams the body has its own deadline.
    const timer = bodyTimers.get(raw);
    if (timer && request.routeOptions.config.streamedBody !== undefined) clearTimeout(timer);
    done();
  });
}

/** Whether a request of this connection is running. */
export function isResponding(socket: ServedSocket): boolean {
  return socket[inFlight] !== undefined;
}

/** Whether a response is being written to this connection, or the last one was: nothing else may be written then. */
export function hasResponse(socket: ServedSocket): boolean {
  return closing.has(socket) || socket[inFlight]?.headersSent === true;
}

function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = headers;
  return coding !== undefined || (length !== undefined && length !== '0');
}

function startBodyTimer(
  request: IncomingMessage,
  response: ServerResponse,
  ms: number,
  onLateBody: LateBodyHandler,
): void {
  const timer = setTimeout(() => {
    if (!request.complete && !request.destroyed && !response.headersSent) onLateBody(request.socket);
  }, ms).unref();
  bodyTimers.set(request, timer);
  request.once('close', () => clearTimeout(timer));
}

function linger(request: IncomingMessage, socket: Socket, { lingerMs, lingerBytes }: BodyLimits): void {
  closing.add(socket);
  const limit = socket.bytesRead + lingerBytes;
  const deadline = Date.now() + lingerMs;
  const check = setInterval(() => {
    if (socket.bytesRead > limit || Date.now() > deadline) socket.destroy();
  }, checkMs).unref();
  socket.once('close', () => clearInterval(check));
  // Node calls destroySoon when the response is written; it is postponed to the end of the body.
  const { destroySoon } = socket;
  socket.destroySoon = () => {};
  request.once('end', () => destroySoon.call(socket)).resume();
}
