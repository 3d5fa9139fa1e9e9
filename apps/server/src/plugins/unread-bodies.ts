import { ServerResponse, type IncomingMessage, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export type BodyLimits = {
  /** Until a body that is read as a whole has to be here. */
  bodyMs: number;
  /** For how long, and how much of it, a body that nobody reads is taken after the response. */
  lingerMs: number;
  lingerBytes: number;
};

const defaults: BodyLimits = { bodyMs: 20_000, lingerMs: 5_000, lingerBytes: 16 * 1024 * 1024 };
const watchMs = 50;

const inFlight = new WeakMap<Socket, ServerResponse>();
const closing = new WeakSet<Socket>();
const bodyTimers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

type Late = (socket: Socket) => void;
type ResponseClass = NonNullable<ServerOptions['ServerResponse']>;

/**
 * The class of every response of the HTTP server: the only code that sees all of them, also refusals of the parser, the
 * router, a hook or a handler. A body has to be here in time. A response before the body has come closes the connection:
 * it sends the header for it, takes a bounded rest of the body, since a connection that is closed on its sender takes
 * the response with it, and then closes, whatever is still to come.
 */
export function guardedResponse(onLateBody: Late, given: Partial<BodyLimits> = {}): ResponseClass {
  const limits = { ...defaults, ...given };
  class GuardedResponse extends ServerResponse {
    readonly #isBodyMissing: () => boolean;

    constructor(...args: ConstructorParameters<typeof ServerResponse>) {
      super(...args);
      const [request] = args;
      this.#isBodyMissing = hasBody(request) ? () => !request.complete : () => false;
      if (hasBody(request)) startBodyTimer(request, this, limits.bodyMs, onLateBody);
    }

    override assignSocket(socket: Socket): void {
      inFlight.set(socket, this);
      super.assignSocket(socket);
    }

    /** Node calls it for headers that are sent implicitly, too. */
    override writeHead(...args: unknown[]): this {
      if (this.#isBodyMissing()) this.shouldKeepAlive = false;
      return super.writeHead(...(args as Parameters<ServerResponse['writeHead']>));
    }

    /** The response is written; Node's next step is to close the connection or to wait for the next request. */
    override detachSocket(socket: Socket): void {
      super.detachSocket(socket);
      inFlight.delete(socket);
      if (this.#isBodyMissing()) linger(this.req, socket, limits);
    }
  }
  return GuardedResponse as ResponseClass;
}

export function unreadBodiesPlugin(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw, routeOptions }, reply, done) => {
    // Sent after a request whose response has closed the connection: it is not carried out.
    if (closing.has(raw.socket)) {
      reply.hijack();
      return;
    }
    // A body that its handler reads as it comes has a limit of its own.
    if (routeOptions.config.streamedBody !== undefined) clearTimeout(bodyTimers.get(raw));
    done();
  });
}

/** Whether a response is under way on this connection, or was its last: then nothing else may be written to it. */
export function isAnswered(socket: Socket): boolean {
  return closing.has(socket) || inFlight.get(socket)?.headersSent === true;
}

function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = headers;
  return coding !== undefined || (length !== undefined && length !== '0');
}

function startBodyTimer(request: IncomingMessage, response: ServerResponse, ms: number, onLateBody: Late): void {
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
  const watch = setInterval(() => {
    if (socket.bytesRead > limit || Date.now() > deadline) socket.destroy();
  }, watchMs).unref();
  socket.once('close', () => clearInterval(watch));
  // Node asks for the end as soon as the response is written; it comes with the end of the body.
  const { destroySoon } = socket;
  socket.destroySoon = () => {};
  request.once('end', () => destroySoon.call(socket)).resume();
}
