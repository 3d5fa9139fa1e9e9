import { isModeration, type CommandName } from '@tribehall/contract';
import { agentErrors } from '@tribehall/contract/agent/agent.contract';
import { createRpcPeer, rpcErrors, type RpcRequest } from '@tribehall/contract/agent/json-rpc';
import type { WebSocket } from 'ws';
import type { NextTurn } from '../../platform/turns.ts';
import { gone, type CommandMessage, type CommandReply } from './agents.service.ts';
import { RequestError } from './agent-requests.service.ts';
import { findExceededLimit } from './frame-limits.ts';
import { createThrottle } from './throttle.ts';

export type PeerOptions = {
  /** Handles a request and returns its result; requests are handled one at a time. */
  onRequest: (method: string, params: unknown) => Promise<unknown>;
  close: (code: number, reason: string) => void;
  deadlineMs: (command: CommandName) => number;
  /** Comes before each slice of long work. */
  nextTurn: NextTurn;
  /** A message was refused. */
  onFault: (reason: string) => void;
};

const maxWaitingRequests = 8;
/** Longer messages wait for their turn to be parsed. */
const maxShortBytes = 4096;
const maxCommandsInFlight = 50;
/** Of these, reserved for moderation: no flood of other commands may lock it out. */
const reservedForModeration = 10;
const maxFaults = 10;
const maxBufferedBytes = 1024 * 1024;
const refused = 1008;
const noReplies = {
  timeout: { code: agentErrors.timeout, message: 'The agent does not answer.' },
  closed: { code: agentErrors.unknownOutcome, message: 'The connection closed.' },
};

/** A JSON-RPC 2.0 peer over one socket. Everything that can pile up is bounded. */
export function createPeer(socket: WebSocket, options: PeerOptions) {
  const { onRequest, close, deadlineMs, nextTurn } = options;
  const inbox: Buffer[] = [];
  const requests: RpcRequest[] = [];
  let isResponding = false;
  let faults = 0;
  let isFrameLong = false;
  let isDraining = false;
  let onIdle: (() => void) | undefined;
  const throttle = createThrottle(socket, () => close(refused, 'Too many messages.'));

  const send = (text: string) => {
    if (socket.readyState !== socket.OPEN) return;
    socket.send(text);
    // An agent that does not read must not make the portal buffer without end.
    if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
  };

  const blame = (id: string | number | null, code: number, message: string) => {
    faults += 1;
    options.onFault(message);
    peer.reply(id, { error: { code, message } });
    if (faults >= maxFaults) close(refused, 'Too many invalid messages.');
  };

  const respond = async ({ id, method, params }: RpcRequest) => {
    try {
      peer.reply(id, { result: await onRequest(method, params) });
    } catch (error) {
      if (!(error instanceof RequestError)) return;
      blame(id, error.code, error.message);
    }
  };

  const holdIfFull = () => throttle.hold('requests', inbox.length + requests.length >= maxWaitingRequests);

  const respondAll = async (isFirstLong: boolean) => {
    if (isResponding) return;
    isResponding = true;
    // Parsing it has used up this turn.
    if (isFirstLong) await nextTurn();
    for (let next = requests.shift(); next && socket.readyState === socket.OPEN; next = requests.shift()) {
      await respond(next);
      holdIfFull();
      await nextTurn();
    }
    isResponding = false;
  };

  const peer = createRpcPeer({
    send,
    onRequest: (request) => {
      requests.push(request);
      holdIfFull();
      void respondAll(isFrameLong);
    },
    onInvalid: ({ code, message }) => blame(null, code, message),
  });

  const open = (frame: Buffer, isLong: boolean) => {
    const excess = findExceededLimit(frame);
    if (excess !== undefined) return blame(null, rpcErrors.invalidRequest, excess);
    isFrameLong = isLong;
    peer.receive(frame.toString());
  };

  /** Long messages are parsed one per turn, in the order they came. */
  const openAll = async () => {
    for (let frame = inbox[0]; frame && socket.readyState === socket.OPEN; frame = inbox[0]) {
      await nextTurn();
      open(frame, true);
      inbox.shift();
      holdIfFull();
    }
  };

  socket.on('ping', throttle.count);
  socket.on('pong', throttle.count);
  socket.on('message', (data, isBinary) => {
    throttle.count();
    if (socket.readyState !== socket.OPEN) return;
    if (isBinary) return close(1003, 'Messages must be text.');
    const frame = data as Buffer;
    if (inbox.length === 0 && frame.length <= maxShortBytes) return open(frame, false);
    inbox.push(frame);
    holdIfFull();
    if (inbox.length === 1) void openAll();
  });
  socket.once('close', () => {
    throttle.stop();
    inbox.length = 0;
    requests.length = 0;
    peer.close();
  });

  return {
    /** Sends a command and waits for the reply, at most until the command's deadline. */
    async send({ command, params }: CommandMessage): Promise<CommandReply> {
      if (isDraining || socket.readyState !== socket.OPEN) return gone;
      const slots = isModeration(command) ? maxCommandsInFlight : maxCommandsInFlight - reservedForModeration;
      if (peer.pendingCount() >= slots)
        return { error: { code: agentErrors.busy, message: 'Too many commands at once.' } };
      const outcome = await peer.request(command, JSON.stringify(params ?? {}), deadlineMs(command));
      if (peer.pendingCount() === 0) onIdle?.();
      return 'noReply' in outcome ? { error: noReplies[outcome.noReply] } : outcome;
    },
    /** Takes no more commands; resolves when all that were sent have a reply. */
    drain(): Promise<void> {
      isDraining = true;
      return peer.pendingCount() === 0 ? Promise.resolve() : new Promise((resolve) => (onIdle = resolve));
    },
    isHeld: throttle.isHeld,
  };
}
