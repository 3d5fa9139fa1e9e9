import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { agentLimits, agentPath } from '@tribehall/contract/agent/agent.contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WebSocketServer } from 'ws';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { fixedHeadersOf } from '../../http/fixed-headers.ts';
import { closeWithReply } from '../../http/raw-reply.ts';
import { networkOf } from '../../platform/peer/network-of.ts';
import { failure } from '../../plugins/errors.ts';
import { createAdmission } from './admission.ts';
import type { Gateway } from './gateway.ts';

type Upgrade = { socket: Socket; head: Buffer };

const closeTimeout = 2_000;

/**
 * The one address that accepts WebSockets. A request goes through the same hooks as every other (origin, rate limits)
 * before it becomes an agent connection.
 */
export function acceptConnections(http: FastifyInstance, ctx: Ctx, gateway: Gateway): void {
  const { maxFrameBytes: maxPayload } = agentLimits;
  const limits = { maxPayload, maxFragments: 1024, perMessageDeflate: false, closeTimeout };
  const sockets = new WebSocketServer({ noServer: true, clientTracking: false, ...limits });
  const upgrades = new WeakMap<IncomingMessage, Upgrade>();
  const admission = createAdmission(ctx);
  const nothingHere = failure(new AppError('NOT_FOUND', 'There is nothing at this address.'));

  http.get(agentPath, async (request: FastifyRequest, reply: FastifyReply) => {
    const upgrade = upgrades.get(request.raw);
    if (!upgrade) throw new AppError('BAD_REQUEST', 'This address only accepts WebSocket connections.');
    // Browsers send it, agents do not: no page may open an agent connection.
    if (request.headers.origin !== undefined) throw new AppError('FORBIDDEN', "Agent connections aren't for browsers.");
    if (gateway.isStopping()) throw new AppError('UNAVAILABLE', 'The portal is stopping.');
    const network = networkOf(request.ip);
    const slot = admission.takeSlot(network);
    upgrade.socket.once('close', slot.release);
    await admission.pace();
    const server = await admission.admit(request.headers.authorization, network);
    reply.hijack();
    reply.raw.detachSocket(upgrade.socket);
    sockets.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) =>
      gateway.accept(socket, server, slot.release),
    );
    return reply;
  });

  http.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const socket = stream as Socket;
    socket.on('error', () => socket.destroy());
    if (request.url?.split('?')[0] !== agentPath)
      return closeWithReply(socket, nothingHere, fixedHeadersOf(ctx.config));
    upgrades.set(request, { socket, head });
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => socket.destroySoon());
    http.routing(request, response);
  });
}
