/** What a moderator ordered, what is shown in the game, what is only asked. */
export type RconPriority = 'moderation' | 'chat' | 'poll';

export type Order = {
  command: string;
  bytes: Buffer;
  priority: RconPriority;
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
};

type Outcome = { reply: string } | { error: Error };

/** One command to send once. */
export type Job = Omit<Order, 'signal'> & { settle(outcome: Outcome): void };

/** Several callers of a poll may wait for the same job. */
export type WaitingJob = Job & {
  join(signal?: AbortSignal): Promise<string>;
  onSettled(listener: () => void): void;
};

/** `onAbandoned`: everyone who waited has called it off. */
export function createJob({ signal: _signal, ...order }: Order, onAbandoned: () => void): WaitingJob {
  const waiters = new Set<(outcome: Outcome) => void>();
  const listeners: (() => void)[] = [];
  const finish = () => listeners.splice(0).forEach((listener) => listener());
  return {
    ...order,
    settle(outcome) {
      finish();
      for (const tell of waiters) tell(outcome);
      waiters.clear();
    },
    onSettled: (listener) => void listeners.push(listener),
    join: (signal) =>
      waitFor(waiters, signal, () => {
        if (waiters.size > 0) return;
        finish();
        onAbandoned();
      }),
  };
}

function waitFor(
  waiters: Set<(outcome: Outcome) => void>,
  signal: AbortSignal | undefined,
  onLeft: () => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiters.delete(tell);
      reject(signal?.reason instanceof Error ? signal.reason : new Error('The command was called off.'));
      onLeft();
    };
    const tell = (outcome: Outcome) => {
      signal?.removeEventListener('abort', leave);
      if ('reply' in outcome) resolve(outcome.reply);
      else reject(outcome.error);
    };
    signal?.addEventListener('abort', leave, { once: true });
    waiters.add(tell);
  });
}
