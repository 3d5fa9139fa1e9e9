import { rpcErrors } from '@tribehall/contract/agent/agent.contract';
import { saveBegin, saveEnd, saveFailed, saveRows } from '@tribehall/contract/agent/world-saves.contract';
import * as z from 'zod';
import { RpcError } from './rpc.ts';

/** The line home, as far as saves need it. */
export type SaveLine = {
  request(method: string, params: string, timeoutMs: number): Promise<unknown>;
  signal: AbortSignal;
  /** Whose line it is, by the portal's own word. */
  serverId: string;
  /** The reading that the portal has, null where it has none; undefined where it does not say. */
  saveRevision?: string | null | undefined;
};

export type SaveBeginning = z.output<typeof saveBegin.params>;
export type SaveEnding = z.output<typeof saveEnd.params>;

/** The portal has much to write for each of them. */
const answerMs = 60_000;

/** How a save is told to the portal: one message under way at a time. */
export function createSaveDialogue({ request, signal }: Pick<SaveLine, 'request' | 'signal'>) {
  const send = (method: string, json: string) => {
    // On a line that is gone an answer would be waited for to the end.
    signal.throwIfAborted();
    return request(method, json, answerMs);
  };
  const ask = async (method: string, params: unknown) => await send(method, JSON.stringify(params));
  return {
    /** Whether the portal has the base. */
    async begin(beginning: SaveBeginning): Promise<boolean> {
      const answer = await ask(saveBegin.method, z.encode(saveBegin.params, beginning));
      return saveBegin.result.parse(answer).hasBase;
    },
    rows: async (json: string) => await send(saveRows.method, json),
    end: (ending: SaveEnding) => ask(saveEnd.method, z.encode(saveEnd.params, ending)),
    fail: (savedAt: Date, reason: string) => ask(saveFailed.method, z.encode(saveFailed.params, { savedAt, reason })),
  };
}
export type SaveDialogue = ReturnType<typeof createSaveDialogue>;

/** A portal from before saves were told. */
export function isUnknownMethod(error: unknown): boolean {
  return error instanceof RpcError && error.code === rpcErrors.methodNotFound;
}
