import { createRpcPeer, type RpcReply, type RpcRequest } from '@tribehall/contract/agent/json-rpc';

/** The portal replied with an error. */
export class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export type RpcOptions = {
  send(text: string): void;
  /** Must not fail. */
  onRequest(request: RpcRequest): Promise<RpcReply>;
};

export type Rpc = ReturnType<typeof createRpc>;

/** The agent's side of the connection. */
export function createRpc({ send, onRequest }: RpcOptions) {
  const peer = createRpcPeer({
    send,
    onRequest: (request) => void onRequest(request).then((reply) => peer.reply(request.id, reply)),
    onInvalid: (error, id) => peer.reply(id, { error }),
  });
  return {
    /** `params` is JSON. Throws an RpcError for an error of the portal, another error if there is no reply. */
    async request(method: string, params: string, timeoutMs: number): Promise<unknown> {
      const outcome = await peer.request(method, params, timeoutMs);
      if ('result' in outcome) return outcome.result;
      if ('error' in outcome) throw new RpcError(outcome.error.code, outcome.error.message);
      if (outcome.noReply === 'timeout') throw new Error(`The portal did not answer "${method}" in time.`);
      throw new Error('The connection was lost.');
    },
    receive: (text: string) => peer.receive(text),
    close: () => peer.close(),
  };
}
