import { agentLimits, rpcErrors } from '@tribehall/contract/agent/agent.contract';
import { type CommandName, commands, isModeration } from '@tribehall/contract/agent/commands';
import { cleanText } from '../clean-text.ts';
import type { RpcReply, RpcRequest } from '../connection/rpc.ts';
import { type Order, OrderError } from './command.ts';

export type OrderDeskOptions = {
  carryOut(name: CommandName, params: unknown, order: Order): Promise<unknown>;
  onFailure(sentence: string): void;
  /** Of the deadline, to be with the portal before it. */
  reserveMs?: number;
};

const maxOrdersAtOnce = 32;
/** Of these, for moderation alone: no flood of other orders may lock it out. */
const keptForModeration = 8;
const maxRememberedIds = 10_000;
const defaultReserveMs = 1_000;
const graceMs = 300;
/** What stands around a result in its message. */
const frameBytes = 200;

/** Takes the orders of one link: each id once, checked, and answered before its deadline whatever happens. */
export function createOrderDesk(options: OrderDeskOptions): (request: RpcRequest) => Promise<RpcReply> {
  const seen = new Set<string>();
  let underWay = 0;
  const admit = ({ id, method, params }: RpcRequest) => {
    const key = `${typeof id} ${id}`;
    if (seen.has(key)) throw new OrderError('invalidRequest', 'An order with this id was given before.');
    seen.add(key);
    for (const oldest of seen) {
      if (seen.size <= maxRememberedIds) break;
      seen.delete(oldest);
    }
    const order = readOrder(method, params);
    const slots = isModeration(order.name) ? maxOrdersAtOnce : maxOrdersAtOnce - keptForModeration;
    if (underWay >= slots) throw new OrderError('busy', 'Too many orders at once.');
    return order;
  };
  return async (request) => {
    try {
      const { name, params } = admit(request);
      underWay += 1;
      return await execute(options, name, params).finally(() => (underWay -= 1));
    } catch (error) {
      return failure(error, options);
    }
  };
}

function readOrder(method: string, params: unknown): { name: CommandName; params: unknown } {
  if (!Object.hasOwn(commands, method)) throw new OrderError('methodNotFound', 'This agent does not know this order.');
  const name = method as CommandName;
  const result = commands[name].params.safeParse(params ?? {});
  if (result.success) return { name, params: result.data };
  const [issue] = result.error.issues;
  throw new OrderError('invalidParams', `${issue?.path.join('.') || 'params'}: ${issue?.message ?? 'is not valid'}`);
}

async function execute(options: OrderDeskOptions, name: CommandName, params: unknown): Promise<RpcReply> {
  const { deadlineMs, result } = commands[name];
  const leftMs = deadlineMs - Math.min(options.reserveMs ?? defaultReserveMs, deadlineMs / 2);
  const timeUp = new AbortController();
  const order: Order = { signal: timeUp.signal, isSent: false };
  const timer = setTimeout(() => timeUp.abort(outOfTime(order)), leftMs);
  try {
    const given = await Promise.race([options.carryOut(name, params, order), afterGrace(timeUp.signal)]);
    return bounded({ result: result.parse(given) });
  } finally {
    clearTimeout(timer);
  }
}

/** Fails some time after the end: who had only to look whether it worked can still say that it was sent. */
function afterGrace(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = () => reject(signal.reason as Error);
    signal.addEventListener('abort', () => setTimeout(fail, graceMs), { once: true });
  });
}

function outOfTime({ isSent }: Order): OrderError {
  if (isSent) return new OrderError('unknownOutcome', 'The game did not answer in time; it may have happened.');
  return new OrderError('timeout', 'The game server is too busy; nothing was sent to it.');
}

function bounded(reply: RpcReply): RpcReply {
  if (Buffer.byteLength(JSON.stringify(reply)) + frameBytes <= agentLimits.maxFrameBytes) return reply;
  throw new OrderError('internal', 'The answer is too long for the link.');
}

function failure(error: unknown, { onFailure }: OrderDeskOptions): RpcReply {
  if (error instanceof OrderError) return { error: { code: error.code, message: cleanText(error.message, 500) } };
  onFailure(`An order failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return { error: { code: rpcErrors.internal, message: 'The agent failed at this; its log says more.' } };
}
