import { isModeration, type CommandName } from '@tribehall/contract';
import { agentErrors, rpcAnswer, rpcErrors, rpcNote, rpcRequest } from '@tribehall/contract/agent/agent.contract';
import type { WebSocket } from 'ws';
import type { NextTurn } from '../../platform/turns.ts';
import type { CommandMessage, CommandReply } from './links.service.ts';
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

type Waiting = { resolve: (reply: CommandReply) => void; timer: NodeJS.Timeout };
type Request = { id: string | number; method: string; params?: unknown };

/** A JSON-RPC 2.0 peer over one socket. Everything that can pile up is bounded. */
export function createPeer(socket: WebSocket, options: PeerOptions) {
  const { onRequest, close, deadlineMs, nextTurn } = options;
  const commands = new Map<string, Waiting>();
  const inbox: Buffer[] = [];
  const requests: Request[] = [];
  let isAnswering = false;
  let faults = 0;
  let lastId = 0;
  const throttle = createThrottle(socket, () => close(refused, 'Too many messages.'));

  const send = (message: object) => {
    if (socket.readyState !== socket.OPEN) return;
    socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
    // An agent that does not read must not make the portal buffer without end.
    if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
  };

  const blame = (id: string | number | null, code: number, message: string) => {
    faults += 1;
    options.onFault(message);
    send({ id, error: { code, message } });
    if (faults >= maxFaults) close(refused, 'Too many invalid messages.');
  };

  const answer = async ({ id, method, params }: Request) => {
    try {
      send({ id, result: await onRequest(method, params) });
    } catch (error) {
      if (!(error instanceof RequestError)) return;
      blame(id, error.code, error.message);
    }
  };

  const holdIfFull = () => throttle.hold('requests', inbox.length + requests.length >= maxWaitingRequests);

  const answerAll = async (isFirstLong: boolean) => {
    if (isAnswering) return;
    isAnswering = true;
    // Parsing it has used up this turn.
    if (isFirstLong) await nextTurn();
    for (let next = requests.shift(); next && socket.readyState === socket.OPEN; next = requests.shift()) {
      await answer(next);
      holdIfFull();
      await nextTurn();
    }
    isAnswering = false;
  };

  const resolveCommand = (id: unknown, reply: CommandReply) => {
    const waiting = commands.get(String(id));
    if (!waiting) return;
    commands.delete(String(id));
    clearTimeout(waiting.timer);
    waiting.resolve(reply);
  };

  const take = (message: unknown, isLong: boolean) => {
    const request = rpcRequest.safeParse(message);
    if (request.success) {
      requests.push(request.data);
      holdIfFull();
      return void answerAll(isLong);
    }
    if (rpcNote.safeParse(message).success) return;
    const reply = rpcAnswer.safeParse(message);
    if (!reply.success)
      return blame(null, rpcErrors.invalidRequest, 'This is neither a request nor a response of JSON-RPC 2.0.');
    const { data } = reply;
    resolveCommand(
      data.id,
      data.error ? { error: data.error } : { result: 'result' in data ? data.result : undefined },
    );
  };

  const open = (frame: Buffer, isLong: boolean) => {
    const excess = findExceededLimit(frame);
    if (excess !== undefined) return blame(null, rpcErrors.invalidRequest, excess);
    const message = parse(frame.toString());
    if (message === undefined) blame(null, rpcErrors.parse, 'This is not JSON.');
    else take(message, isLong);
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
    if (isBinary) return close(1003, 'Messages are text.');
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
    for (const id of commands.keys())
      resolveCommand(id, { error: { code: agentErrors.unknownOutcome, message: 'The connection closed.' } });
  });

  return {
    /** Sends a command and waits for the reply, at most until the command's deadline. */
    send({ command, params }: CommandMessage): Promise<CommandReply> {
      if (socket.readyState !== socket.OPEN) return Promise.resolve({ isGone: true });
      const slots = isModeration(command) ? maxCommandsInFlight : maxCommandsInFlight - reservedForModeration;
      if (commands.size >= slots)
        return Promise.resolve({ error: { code: agentErrors.busy, message: 'Too many commands at once.' } });
      lastId += 1;
      const id = String(lastId);
      return new Promise((resolve) => {
        const timer = setTimeout(
          () => resolveCommand(id, { error: { code: agentErrors.timeout, message: 'The agent does not answer.' } }),
          deadlineMs(command),
        );
        commands.set(id, { resolve, timer });
        send({ id, method: command, params });
      });
    },
    isHeld: throttle.isHeld,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
