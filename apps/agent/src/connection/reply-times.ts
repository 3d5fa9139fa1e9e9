import { agentLimits, rconReplies } from '@tribehall/contract/agent/agent.contract';
import { setTimeout as wait } from 'node:timers/promises';
import { RpcError } from './rpc.ts';

export type ReplyTimes = ReturnType<typeof createReplyTimes>;

/** How long the game took to reply since the last report. Bounded: the newest ones remain. */
export function createReplyTimes() {
  let times: number[] = [];
  return {
    add(tookMs: number): void {
      times.push(Math.round(tookMs * 10) / 10);
      if (times.length > agentLimits.maxReplyTimes) times.shift();
    },
    take(): number[] {
      const taken = times;
      times = [];
      return taken;
    },
  };
}

type Options = {
  replyTimes: Pick<ReplyTimes, 'take'>;
  everyMs: number;
  request(method: string, params: string, timeoutMs: number): Promise<unknown>;
  signal: AbortSignal;
};

const responseMs = 20_000;

/** Reports them to a portal that asks for it, at most once each. Never fails: they are worth no reconnect. */
export async function reportReplyTimes({ replyTimes, everyMs, request, signal }: Options): Promise<void> {
  while (!signal.aborted) {
    await wait(everyMs, undefined, { signal }).catch(() => undefined);
    const ms = signal.aborted ? [] : replyTimes.take();
    if (ms.length === 0) continue;
    try {
      await request(rconReplies.method, JSON.stringify({ ms }), responseMs);
    } catch (error) {
      if (error instanceof RpcError) return;
    }
  }
}
