import type { CommandName } from '@tribehall/contract';
import { agentCloseCodes } from '@tribehall/contract/agent/agent.contract';
import type { WebSocket } from 'ws';
import type { Ctx } from '../../context.ts';
import type { ConnectionIdentity } from './agent-connection.ts';
import { createAgentSession, type Close, type SessionOptions } from './agent-session.ts';
import { createPeer } from './json-rpc-peer.ts';
import { commandSubject, type CommandMessage } from './agents.service.ts';

export type Connection = {
  identity: ConnectionIdentity;
  /** Whether its hello was accepted and it is the server's connection. */
  isRegistered: () => boolean;
  /** Takes no more commands; resolves when all that were sent have a reply. */
  drain: () => Promise<void>;
  close: Close;
  terminate: () => void;
  /** Sends a ping where it is silent, and cuts it if it stays silent. */
  tend: (limits: { pingMs: number; silenceMs: number }) => void;
  /** Resolves when the socket is closed and no request is being handled. */
  ended: Promise<void>;
};

export type ConnectionOptions = Omit<SessionOptions, 'close'> & {
  helloWithinMs: number;
  deadlineMs: (command: CommandName) => number;
};

const closings: Record<Parameters<Close>[0], [code: number, words: string]> = {
  stopping: [agentCloseCodes.stopping, 'The portal is stopping.'],
  refused: [agentCloseCodes.refused, 'Refused.'],
  replaced: [agentCloseCodes.replaced, 'A newer connection took over.'],
  tokenReplaced: [agentCloseCodes.tokenReplaced, 'The token was replaced.'],
  serverRemoved: [agentCloseCodes.serverRemoved, 'The server was removed.'],
  failed: [1011, 'The portal could not store this. Please send it again.'],
};

/** One connection from its first byte to its last. */
export function openConnection(
  ctx: Ctx,
  socket: WebSocket,
  identity: ConnectionIdentity,
  options: ConnectionOptions,
): Connection {
  let heardAt = performance.now();
  let pingedAt = 0;
  let work: Promise<unknown> = Promise.resolve();
  const hear = () => (heardAt = performance.now());
  const closeWith = (code: number, words: string) => socket.close(code, fitting(words));
  const close: Close = (reason, words) => closeWith(closings[reason][0], words ?? closings[reason][1]);

  let hasHello = false;
  const onHello = () => {
    hasHello = true;
    clearTimeout(helloTimer);
    options.onHello();
  };
  const session = createAgentSession(ctx, identity, { ...options, close, onHello });
  const onRequest = (method: string, params: unknown) => {
    const reply = session.handle(method, params);
    work = reply.catch(() => {});
    return reply;
  };
  let faults = 0;
  const onFault = (reason: string) => {
    faults += 1;
    if (faults === 1) ctx.log.warn({ serverId: identity.serverId, reason }, 'A message from an agent was refused');
  };
  const { deadlineMs, nextTurn } = options;
  const peer = createPeer(socket, { onRequest, close: closeWith, deadlineMs, nextTurn, onFault });
  const stopResponding = ctx.bus.respond(commandSubject(identity.id), (data) => peer.send(data as CommandMessage));
  const giveUp = () => {
    if (!hasHello) close('refused', 'No hello arrived in time.');
  };
  // In a busy portal the hello may be there already, unread.
  const helloTimer = setTimeout(() => setImmediate(giveUp), options.helloWithinMs);
  for (const sign of ['message', 'ping', 'pong'] as const) socket.on(sign, hear);
  socket.on('error', (err) => ctx.log.info({ serverId: identity.serverId, err }, 'An agent connection broke'));
  const ended = new Promise<void>((resolve) => {
    socket.once('close', () => {
      clearTimeout(helloTimer);
      stopResponding();
      if (faults > 1) ctx.log.warn({ serverId: identity.serverId, faults }, 'Messages from an agent were refused');
      void work.then(() => resolve());
    });
  });

  return {
    identity,
    isRegistered: session.isOpen,
    drain: peer.drain,
    close,
    terminate: () => socket.terminate(),
    tend: ({ pingMs, silenceMs }) => {
      const now = performance.now();
      // While reading is paused, the agent cannot be heard.
      if (peer.isHeld()) heardAt = now;
      if (now - heardAt > silenceMs) return socket.terminate();
      // Agents send pings themselves, and are heard by them.
      if (now - Math.max(heardAt, pingedAt) < pingMs || socket.readyState !== socket.OPEN) return;
      pingedAt = now;
      socket.ping();
    },
    ended,
  };
}

const maxReasonBytes = 123;

/** Cuts the text to what a close frame can hold, at a whole character. */
function fitting(words: string): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return decoder.decode(Buffer.from(words).subarray(0, maxReasonBytes), { stream: true });
}
