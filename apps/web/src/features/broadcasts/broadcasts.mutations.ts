import { useMutation } from '@tanstack/react-query';
import type { PartInput, ReplyInput } from '@tribehall/contract';
import { api } from '../../lib/api/api.ts';

type Broadcast = PartInput<'POST /ark/broadcasts', 'body'>;
export type BroadcastReach = Broadcast['reach'];
export type BroadcastResult = ReplyInput<'POST /ark/broadcasts'>;

/** Servers that do not answer take 15 s, eight at a time. */
const timeoutMs = 120_000;

export function useBroadcast() {
  return useMutation({ mutationFn: (body: Broadcast) => api('POST /ark/broadcasts', { body, timeoutMs }) });
}
