import { randomBytes } from 'node:crypto';
import {
  createServer,
  request as requestHttp,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ForbiddenAddressError, guardedTarget, portOf } from './guarded-target.ts';
import { createPass, type Pass, type PassLimits } from './proxy-pass.ts';

export type EgressProxy = {
  /** Creates a pass for one program, valid until it is closed. */
  open: (limits: PassLimits) => Pass;
  stop: () => Promise<void>;
};

const maxConnections = 128;
const idleMs = 60_000;

/**
 * A proxy on loopback through which third-party programs reach the internet. It resolves a name once, refuses addresses
 * that are not public, and connects to the address it has checked. `allowed` has `host:port` exceptions.
 */
export async function startEgressProxy(allowed: ReadonlySet<string>): Promise<EgressProxy> {
  const passes = new Map<string, Pass>();
  const passOf = (request: IncomingMessage) => {
    const [, encoded = ''] = /^Basic ([\w+/=]+)$/i.exec(request.headers['proxy-authorization'] ?? '') ?? [];
    return passes.get(Buffer.from(encoded, 'base64').toString('utf8'));
  };
  const server = createServer((request, response) => {
    const pass = passOf(request);
    if (pass) forward(request, response, pass, allowed);
    else response.writeHead(407, { 'proxy-authenticate': 'Basic' }).end();
  });
  server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Otherwise the error of a killed program's connection would be unhandled.
    socket.on('error', () => socket.destroy());
    const pass = passOf(request);
    if (pass) tunnel(request.url ?? '', socket as Socket, head, pass, allowed);
    else socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n');
  });
  server.maxConnections = maxConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    open: (limits) => {
      const credential = `run:${randomBytes(18).toString('hex')}`;
      const pass = createPass(`http://${credential}@127.0.0.1:${port}`, limits, () => passes.delete(credential));
      passes.set(credential, pass);
      return pass;
    },
    stop: () =>
      new Promise((resolve) => {
        for (const pass of passes.values()) pass.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Plain HTTP: the request line has the complete URL. */
function forward(request: IncomingMessage, response: ServerResponse, pass: Pass, allowed: ReadonlySet<string>): void {
  const sendError = (error: unknown) => {
    const { status, sentence } = pass.refuse(error);
    if (response.headersSent) response.destroy();
    else response.writeHead(status, { 'content-type': 'text/plain' }).end(`${sentence}\n`);
  };
  try {
    const url = new URL(request.url ?? '');
    if (url.protocol !== 'http:') throw new ForbiddenAddressError('Only http and https pass.');
    const target = guardedTarget(url.hostname, portOf(url), allowed);
    const { method } = request;
    const headers = forwardedHeaders(request.headers, url.host);
    const path = `${url.pathname}${url.search}`;
    const upstream = requestHttp({ ...target, method, path, headers, agent: false, timeout: idleMs }, (reply) => {
      response.writeHead(statusOf(reply), forwardedHeaders(reply.headers));
      reply.on('data', (part: Buffer) => pass.count(part.length));
      reply.pipe(response);
      reply.once('error', sendError);
    });
    upstream.on('socket', (socket) => pass.hold(socket));
    upstream.once('timeout', () => upstream.destroy(new Error('The site is not responding.')));
    upstream.once('error', sendError);
    response.once('close', () => upstream.destroy());
    pass.hold(request.socket);
    request.pipe(upstream);
  } catch (error) {
    sendError(error);
  }
}

/** Node accepts an invalid status code in a response, but refuses to send one. */
function statusOf({ statusCode = 0 }: IncomingMessage): number {
  return statusCode >= 200 ? statusCode : 502;
}

/** HTTPS: a tunnel; its bytes are encrypted. */
function tunnel(authority: string, socket: Socket, head: Buffer, pass: Pass, allowed: ReadonlySet<string>): void {
  const end = (error: unknown) => {
    const { status, sentence } = pass.refuse(error);
    socket.end(`HTTP/1.1 ${status} Refused\r\nContent-Type: text/plain\r\n\r\n${sentence}\n`);
  };
  try {
    // Parsed as a URL, which normalizes unusual notations of IP addresses.
    const url = new URL(`https://${authority}/`);
    const upstream = connect(guardedTarget(url.hostname, portOf(url), allowed));
    pass.hold(socket);
    pass.hold(upstream);
    for (const side of [socket, upstream]) side.setTimeout(idleMs, () => side.destroy());
    upstream.once('error', end);
    upstream.once('connect', () => {
      upstream.off('error', end).on('error', () => socket.destroy());
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.write(head);
      upstream.on('data', (part) => pass.count(part.length));
      upstream.pipe(socket);
      socket.pipe(upstream);
    });
    upstream.once('close', () => socket.end());
    socket.once('close', () => upstream.destroy());
  } catch (error) {
    end(error);
  }
}

/** Hop-by-hop headers, which are not forwarded. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

function forwardedHeaders(headers: IncomingHttpHeaders, host?: string): OutgoingHttpHeaders {
  const forwarded = Object.entries(headers).filter(([name]) => !hopByHop.has(name));
  return { ...Object.fromEntries(forwarded), ...(host === undefined ? {} : { host }) };
}
