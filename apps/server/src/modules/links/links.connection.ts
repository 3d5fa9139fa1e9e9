import type { CommandName } from '@tribehall/contract';
import { agentCloseCodes } from '@tribehall/contract/agent/agent.contract';
import type { WebSocket } from 'ws';
import type { Ctx } from '../../context.ts';
import type { OpenLink } from './agent-connection.ts';
import { createDialogue, type Close, type DialogueOptions } from './links.dialogue.ts';
import { createLine } from './links.line.ts';
import { orderSubject, type OrderMessage } from './links.service.ts';

export type Connection = {
  link: OpenLink;
  /** Whether it has said hello and been taken for the server's link. */
  isRegistered: () => boolean;
  close: Close;
  terminate: () => void;
  ping: () => void;
  cutIfSilent: (silenceMs: number) => void;
  /** Settles when the socket is closed and nothing of it is under way. */
  ended: Promise<void>;
};

export type ConnectionOptions = Omit<DialogueOptions, 'close'> & {
  helloWithinMs: number;
  deadlineMs: (command: CommandName) => number;
};

const closings: Record<Parameters<Close>[0], [code: number, words: string]> = {
  stopping: [agentCloseCodes.stopping, 'The portal stops.'],
  refused: [agentCloseCodes.refused, 'Refused.'],
  replaced: [agentCloseCodes.replaced, 'A newer link took over.'],
  tokenReplaced: [agentCloseCodes.tokenReplaced, 'The token was replaced.'],
  serverRemoved: [agentCloseCodes.serverRemoved, 'The server was removed.'],
  failed: [1011, 'The portal could not take this in. Please send it again.'],
};

/** One link from its first byte to its last. */
export function openConnection(ctx: Ctx, socket: WebSocket, link: OpenLink, options: ConnectionOptions): Connection {
  let heardAt = performance.now();
  let work: Promise<unknown> = Promise.resolve();
  const hear = () => (heardAt = performance.now());
  const closeWith = (code: number, words: string) => socket.close(code, fitting(words));
  const close: Close = (reason, words) => closeWith(closings[reason][0], words ?? closings[reason][1]);

  const onHello = () => {
    clearTimeout(helloTimer);
    options.onHello();
  };
  const dialogue = createDialogue(ctx, link, { ...options, close, onHello });
  const onRequest = (method: string, params: unknown) => {
    const answer = dialogue.answer(method, params);
    work = answer.catch(() => {});
    return answer;
  };
  let faults = 0;
  const onFault = (reason: string) => {
    faults += 1;
    if (faults === 1) ctx.log.warn({ serverId: link.serverId, reason }, 'A message of an agent was refused');
  };
  const { deadlineMs, nextTurn } = options;
  const line = createLine(socket, { onRequest, close: closeWith, deadlineMs, nextTurn, onFault });
  const stopResponding = ctx.bus.respond(orderSubject(link.id), (data) => line.order(data as OrderMessage));
  const helloTimer = setTimeout(() => close('refused', 'No hello came in time.'), options.helloWithinMs);
  for (const sign of ['message', 'ping', 'pong'] as const) socket.on(sign, hear);
  socket.on('error', (err) => ctx.log.info({ serverId: link.serverId, err }, 'A link broke'));
  const ended = new Promise<void>((resolve) => {
    socket.once('close', () => {
      clearTimeout(helloTimer);
      stopResponding();
      if (faults > 1) ctx.log.warn({ serverId: link.serverId, faults }, 'Messages of an agent were refused');
      void work.then(() => resolve());
    });
  });

  return {
    link,
    isRegistered: dialogue.isOpen,
    close,
    terminate: () => socket.terminate(),
    ping: () => {
      if (socket.readyState === socket.OPEN) socket.ping();
    },
    cutIfSilent: (silenceMs) => {
      // While nothing is read from it, it cannot be heard either.
      if (line.isHeld()) hear();
      if (performance.now() - heardAt > silenceMs) socket.terminate();
    },
    ended,
  };
}

const maxReasonBytes = 123;

/** A close frame has room for so much; what is cut off leaves whole characters. */
function fitting(words: string): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return decoder.decode(Buffer.from(words).subarray(0, maxReasonBytes), { stream: true });
}
