import { agentLimits } from '@tribehall/contract/agent/agent.contract';
import { rpcErrors, type RpcReply, type RpcRequest } from '@tribehall/contract/agent/json-rpc';
import { type CommandName, commands, isModeration } from '@tribehall/contract/agent/commands';
import { cleanText } from '../clean-text.ts';
import { type Execution, CommandError } from './command.ts';

export type DispatcherOptions = {
  run(name: CommandName, params: unknown, execution: Execution): Promise<unknown>;
  onFailure(sentence: string): void;
  /** Subtracted from the deadline, so that the response arrives in time. */
  reserveMs?: number;
};

const maxConcurrent = 32;
/** Reserved for moderation: no flood of other commands may lock it out. */
const reservedForModeration = 8;
const maxRememberedIds = 10_000;
const defaultReserveMs = 1_000;
const graceMs = 300;
/** The frame around a result in its message. */
const frameBytes = 200;

/** Dispatches the commands of one connection: each id once, validated, and always answered before its deadline. */
export function createCommandDispatcher(options: DispatcherOptions): (request: RpcRequest) => Promise<RpcReply> {
  const seen = new Set<string>();
  let underWay = 0;
  const admit = ({ id, method, params }: RpcRequest) => {
    const key = `${typeof id} ${id}`;
    if (seen.has(key)) throw new CommandError('invalidRequest', 'A command with this id was already sent.');
    seen.add(key);
    for (const oldest of seen) {
      if (seen.size <= maxRememberedIds) break;
      seen.delete(oldest);
    }
    const execution = parseCommand(method, params);
    const slots = isModeration(execution.name) ? maxConcurrent : maxConcurrent - reservedForModeration;
    if (underWay >= slots) throw new CommandError('busy', 'Too many commands at once.');
    return execution;
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

function parseCommand(method: string, params: unknown): { name: CommandName; params: unknown } {
  if (!Object.hasOwn(commands, method))
    throw new CommandError('methodNotFound', 'This agent does not know this command.');
  const name = method as CommandName;
  const result = commands[name].params.safeParse(params ?? {});
  if (result.success) return { name, params: result.data };
  const [issue] = result.error.issues;
  throw new CommandError('invalidParams', `${issue?.path.join('.') || 'params'}: ${issue?.message ?? 'is not valid'}`);
}

async function execute(options: DispatcherOptions, name: CommandName, params: unknown): Promise<RpcReply> {
  const { deadlineMs, result } = commands[name];
  const remainingMs = deadlineMs - Math.min(options.reserveMs ?? defaultReserveMs, deadlineMs / 2);
  const timeUp = new AbortController();
  const execution: Execution = { signal: timeUp.signal, isSent: false };
  const timer = setTimeout(() => timeUp.abort(outOfTime(execution)), remainingMs);
  try {
    const given = await Promise.race([options.run(name, params, execution), afterGrace(timeUp.signal)]);
    return bounded({ result: result.parse(given) });
  } finally {
    clearTimeout(timer);
  }
}

/** Rejects a grace period after the abort, in which a command that only waits for its effect can still return "sent". */
function afterGrace(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = () => reject(signal.reason as Error);
    signal.addEventListener('abort', () => setTimeout(fail, graceMs), { once: true });
  });
}

function outOfTime({ isSent }: Execution): CommandError {
  if (isSent) return new CommandError('unknownOutcome', 'The game did not answer in time; the command may have run.');
  return new CommandError('timeout', 'The game server is too busy; the command was not sent.');
}

function bounded(reply: RpcReply): RpcReply {
  if (Buffer.byteLength(JSON.stringify(reply)) + frameBytes <= agentLimits.maxFrameBytes) return reply;
  throw new CommandError('internal', 'The answer is too long to send.');
}

function failure(error: unknown, { onFailure }: DispatcherOptions): RpcReply {
  if (error instanceof CommandError) return { error: { code: error.code, message: cleanText(error.message, 500) } };
  onFailure(`A command failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return { error: { code: rpcErrors.internal, message: 'The agent failed to run this; see its log.' } };
}
