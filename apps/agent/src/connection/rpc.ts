import { rpcAnswer, rpcErrors, rpcRequest } from '@tribehall/contract/agent/agent.contract';
import type * as z from 'zod';

export type RpcRequest = z.output<typeof rpcRequest>;

/** The other side answered a request with an error. */
export class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export type RpcOptions = {
  send(text: string): void;
  /** The answer to a request, as JSON-RPC. It must not fail. */
  onRequest(request: RpcRequest): Promise<RpcReply>;
};

export type RpcReply = { result: unknown } | { error: { code: number; message: string } };
type Waiter = { resolve(result: unknown): void; reject(error: Error): void; timer: NodeJS.Timeout };

/** A JSON-RPC 2.0 peer over one connection. */
export class Rpc {
  readonly #options: RpcOptions;
  readonly #waiting = new Map<string, Waiter>();
  #lastId = 0;

  constructor(options: RpcOptions) {
    this.#options = options;
  }

  /** `params` is JSON already. Fails when no answer comes in time. */
  request(method: string, params: string, timeoutMs: number): Promise<unknown> {
    this.#lastId += 1;
    const id = `a${this.#lastId}`;
    return new Promise((resolve, reject) => {
      const giveUp = () => this.#take(id)?.reject(new Error(`The portal did not answer "${method}" in time.`));
      this.#waiting.set(id, { resolve, reject, timer: setTimeout(giveUp, timeoutMs) });
      this.#options.send(`{"jsonrpc":"2.0","id":"${id}","method":"${method}","params":${params}}`);
    });
  }

  receive(text: string): void {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      return this.#answer(null, { error: { code: rpcErrors.parse, message: 'This is not JSON.' } });
    }
    if (!isRecord(message)) return this.#refuse(null);
    if ('method' in message) this.#receiveRequest(message);
    else this.#receiveAnswer(message);
  }

  /** The connection is gone. */
  close(): void {
    for (const id of this.#waiting.keys()) this.#take(id)?.reject(new Error('The connection was lost.'));
  }

  #receiveRequest(message: Record<string, unknown>): void {
    // A notification: it wants no answer, and none is defined.
    if (!('id' in message)) return;
    const request = rpcRequest.safeParse(message);
    if (!request.success) return this.#refuse(typeof message['id'] === 'string' ? message['id'].slice(0, 64) : null);
    const { id } = request.data;
    void this.#options.onRequest(request.data).then((reply) => this.#answer(id, reply));
  }

  #receiveAnswer(message: Record<string, unknown>): void {
    const answer = rpcAnswer.safeParse(message);
    if (!answer.success || answer.data.id === null) return;
    const waiter = this.#take(String(answer.data.id));
    const { error } = answer.data;
    if (error) waiter?.reject(new RpcError(error.code, error.message));
    else if ('result' in answer.data) waiter?.resolve(answer.data.result);
  }

  #take(id: string): Waiter | undefined {
    const waiter = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(waiter?.timer);
    return waiter;
  }

  #refuse(id: string | null): void {
    this.#answer(id, { error: { code: rpcErrors.invalidRequest, message: 'This is not a request.' } });
  }

  #answer(id: string | number | null, reply: RpcReply): void {
    this.#options.send(JSON.stringify({ jsonrpc: '2.0', id, ...reply }));
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
