import { isModeration, type CommandName } from '@tribehall/contract';
import { agentErrors, rpcAnswer, rpcErrors, rpcNote, rpcRequest } from '@tribehall/contract/agent/agent.contract';
import type { WebSocket } from 'ws';
import type { NextTurn } from '../../platform/turns.ts';
import type { OrderMessage, OrderReply } from './links.service.ts';
import { RequestError } from './agent-requests.service.ts';
import { findExcess } from './links.frame.ts';
import { createThrottle } from './links.throttle.ts';

export type LineOptions = {
  /** Answers a request; called for one after the other. */
  onRequest: (method: string, params: unknown) => Promise<unknown>;
  close: (code: number, reason: string) => void;
  deadlineMs: (command: CommandName) => number;
  /** Comes before each piece of work that may take long. */
  nextTurn: NextTurn;
  /** A message was refused. */
  onFault: (reason: string) => void;
};

const maxWaitingRequests = 8;
/** A message that is longer waits for its turn to be parsed. */
const maxShortBytes = 4096;
const maxOrdersInFlight = 50;
/** Of these, for moderation alone: no flood of other orders may lock it out. */
const keptForModeration = 10;
const maxFaults = 10;
const maxBufferedBytes = 1024 * 1024;
const refused = 1008;

type Waiting = { settle: (reply: OrderReply) => void; timer: NodeJS.Timeout };
type Request = { id: string | number; method: string; params?: unknown };

/** JSON-RPC 2.0 both ways over one socket, with bounds on all that can pile up. */
export function createLine(socket: WebSocket, options: LineOptions) {
  const { onRequest, close, deadlineMs, nextTurn } = options;
  const orders = new Map<string, Waiting>();
  const inbox: Buffer[] = [];
  const requests: Request[] = [];
  let isAnswering = false;
  let faults = 0;
  let lastOrder = 0;
  const throttle = createThrottle(socket, () => close(refused, 'Too many messages.'));

  const send = (message: object) => {
    if (socket.readyState !== socket.OPEN) return;
    socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
    // Whoever does not read must not make the portal keep everything for him.
    if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
  };

  const blame = (id: string | number | null, code: number, message: string) => {
    faults += 1;
    options.onFault(message);
    send({ id, error: { code, message } });
    if (faults >= maxFaults) close(refused, 'Too many messages that make no sense.');
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
    // To parse it was work enough for one turn.
    if (isFirstLong) await nextTurn();
    for (let next = requests.shift(); next && socket.readyState === socket.OPEN; next = requests.shift()) {
      await answer(next);
      holdIfFull();
      await nextTurn();
    }
    isAnswering = false;
  };

  const settle = (id: unknown, reply: OrderReply) => {
    const waiting = orders.get(String(id));
    if (!waiting) return;
    orders.delete(String(id));
    clearTimeout(waiting.timer);
    waiting.settle(reply);
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
      return blame(null, rpcErrors.invalidRequest, 'This is no request and no answer of JSON-RPC 2.0.');
    const { data } = reply;
    settle(data.id, data.error ? { error: data.error } : { result: 'result' in data ? data.result : undefined });
  };

  const open = (frame: Buffer, isLong: boolean) => {
    const excess = findExcess(frame);
    if (excess !== undefined) return blame(null, rpcErrors.invalidRequest, excess);
    const message = parse(frame.toString());
    if (message === undefined) blame(null, rpcErrors.parse, 'This is no JSON.');
    else take(message, isLong);
  };

  /** Long messages are parsed one in a turn, and all in the order in which they came. */
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
    for (const id of orders.keys())
      settle(id, { error: { code: agentErrors.unknownOutcome, message: 'The link closed.' } });
  });

  return {
    /** Sends an order and waits for its answer, at most until the command's deadline. */
    order({ command, params }: OrderMessage): Promise<OrderReply> {
      if (socket.readyState !== socket.OPEN) return Promise.resolve({ isGone: true });
      const slots = isModeration(command) ? maxOrdersInFlight : maxOrdersInFlight - keptForModeration;
      if (orders.size >= slots)
        return Promise.resolve({ error: { code: agentErrors.busy, message: 'Too many orders at once.' } });
      lastOrder += 1;
      const id = String(lastOrder);
      return new Promise((resolve) => {
        const timer = setTimeout(
          () => settle(id, { error: { code: agentErrors.timeout, message: 'The agent does not answer.' } }),
          deadlineMs(command),
        );
        orders.set(id, { settle: resolve, timer });
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
