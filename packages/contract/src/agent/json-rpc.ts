import * as z from 'zod';

const rpcId = z.union([z.string().max(64), z.number().int()]);

export const rpcRequest = z.object({
  jsonrpc: z.literal('2.0'),
  id: rpcId,
  method: z.string().max(64),
  /** Defaults to `{}`. */
  params: z.unknown().optional(),
});

/** A notification: a request without a response. This protocol has none yet; a later one may. */
const rpcNotification = z.object({ jsonrpc: z.literal('2.0'), id: z.undefined().optional(), method: z.string() });

const rpcResponse = z.union([
  z.object({ jsonrpc: z.literal('2.0'), id: rpcId, result: z.unknown(), error: z.undefined().optional() }),
  z.object({
    jsonrpc: z.literal('2.0'),
    id: rpcId.nullable(),
    error: z.object({ code: z.number().int(), message: z.string().max(1_000), data: z.unknown().optional() }),
  }),
]);

/** The codes of JSON-RPC 2.0 itself. */
export const rpcErrors = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
} as const;

// The same in every runtime; this package has the types of none.
declare function setTimeout(run: () => void, ms: number): unknown;
declare function clearTimeout(timer: unknown): void;

export type RpcRequest = z.output<typeof rpcRequest>;
type RpcFailure = { code: number; message: string };
export type RpcReply = { result: unknown } | { error: RpcFailure };
/** The reply to a request, or why there is none. */
type RpcOutcome = RpcReply | { noReply: 'timeout' | 'closed' };

type PeerOptions = {
  send(text: string): void;
  onRequest(request: RpcRequest): void;
  /** The message is not valid; `id` is that of a request, if it can be replied to. */
  onInvalid(error: RpcFailure, id: string | null): void;
};

/** A JSON-RPC 2.0 peer: requests and replies in both directions, without batches. */
export function createRpcPeer({ send, onRequest, onInvalid }: PeerOptions) {
  const pending = new Map<string, { resolve(outcome: RpcOutcome): void; timer: unknown }>();
  let lastId = 0;
  const finish = (id: string, outcome: RpcOutcome) => {
    const waiting = pending.get(id);
    if (!waiting) return;
    pending.delete(id);
    clearTimeout(waiting.timer);
    waiting.resolve(outcome);
  };
  return {
    pendingCount: () => pending.size,
    /** `params` is JSON. */
    request(method: string, params: string, timeoutMs: number): Promise<RpcOutcome> {
      lastId += 1;
      const id = String(lastId);
      return new Promise((resolve) => {
        pending.set(id, { resolve, timer: setTimeout(() => finish(id, { noReply: 'timeout' }), timeoutMs) });
        send(`{"jsonrpc":"2.0","id":"${id}","method":"${method}","params":${params}}`);
      });
    },
    reply(id: RpcRequest['id'] | null, reply: RpcReply): void {
      send(JSON.stringify({ jsonrpc: '2.0', id, ...reply }));
    },
    receive(text: string): void {
      const message = parse(text);
      if (message === undefined) return onInvalid({ code: rpcErrors.parse, message: 'This is not JSON.' }, null);
      const request = rpcRequest.safeParse(message);
      if (request.success) return onRequest(request.data);
      if (rpcNotification.safeParse(message).success) return;
      const response = rpcResponse.safeParse(message);
      if (!response.success) {
        const words = 'This is neither a request nor a response of JSON-RPC 2.0.';
        return onInvalid({ code: rpcErrors.invalidRequest, message: words }, requestId(message));
      }
      const { id, error } = response.data;
      finish(String(id), error ? { error } : { result: 'result' in response.data ? response.data.result : undefined });
    },
    /** The connection is gone: no reply will come. */
    close(): void {
      for (const id of pending.keys()) finish(id, { noReply: 'closed' });
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Of an invalid request; an invalid response must not be answered under its id. */
function requestId(message: unknown): string | null {
  if (typeof message !== 'object' || message === null || !('method' in message) || !('id' in message)) return null;
  return typeof message.id === 'string' ? message.id.slice(0, 64) : null;
}
