import { rpcErrors } from '@tribehall/contract/agent/json-rpc';
import { saveBegin, saveEnd, saveFailed, saveRows } from '@tribehall/contract/agent/world-saves.contract';
import * as z from 'zod';
import { RpcError } from './rpc.ts';

/** The connection to the portal, as far as world saves need it. */
export type WorldSaveConnection = {
  request(method: string, params: string, timeoutMs: number): Promise<unknown>;
  signal: AbortSignal;
  /** The portal's id of this server. */
  serverId: string;
  /** The revision that the portal has, null for none; undefined if it does not send one. */
  saveRevision?: string | null | undefined;
};

export type WorldSaveBegin = z.output<typeof saveBegin.params>;
/** Whether the portal has the base, and whether it stores the heights of the ground. */
export type WorldSaveAnswer = { hasBase: boolean; takesGround: boolean };
export type WorldSaveEnd = z.output<typeof saveEnd.params>;

/** Each message makes the portal write a lot. */
const responseMs = 60_000;

/** Uploads a world save, one message in flight at a time. */
export function createWorldSaveUpload({ request, signal }: Pick<WorldSaveConnection, 'request' | 'signal'>) {
  const send = (method: string, json: string) => {
    // Fail at once on a closed connection instead of waiting for the deadline.
    signal.throwIfAborted();
    return request(method, json, responseMs);
  };
  const ask = async (method: string, params: unknown) => await send(method, JSON.stringify(params));
  return {
    async begin(beginning: WorldSaveBegin): Promise<WorldSaveAnswer> {
      const response = await ask(saveBegin.method, z.encode(saveBegin.params, beginning));
      const { hasBase, takesGround = false } = saveBegin.result.parse(response);
      return { hasBase, takesGround };
    },
    rows: async (json: string) => await send(saveRows.method, json),
    end: (ending: WorldSaveEnd) => ask(saveEnd.method, z.encode(saveEnd.params, ending)),
    fail: (savedAt: Date, reason: string) => ask(saveFailed.method, z.encode(saveFailed.params, { savedAt, reason })),
  };
}
export type WorldSaveUpload = ReturnType<typeof createWorldSaveUpload>;

/** A portal of a version without world saves. */
export function isUnknownMethod(error: unknown): boolean {
  return error instanceof RpcError && error.code === rpcErrors.methodNotFound;
}
