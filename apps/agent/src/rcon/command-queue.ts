import type { ConnectionSupervisor } from './connection-supervisor.ts';
import { decodeReply, RconError, type RconConnection } from './rcon-connection.ts';

/** Highest first: commands of a moderator, then chat, then polls. */
const priorities = ['moderation', 'chat', 'poll'] as const;
export type RconPriority = (typeof priorities)[number];

type CommandQueue = {
  add(command: RconCommand): Promise<string>;
  peek(): Job | undefined;
  shift(): Job | undefined;
  rejectAll(error: RconError): void;
};

export type QueueLimits = {
  maxWaiting: Record<RconPriority, number>;
  /** A poll that waits longer is refused; its caller asks again anyway. */
  pollWaitMs: number;
};

/** A bounded priority queue; first in, first out within a priority. Equal polls share one command. */
export function createCommandQueue(limits: QueueLimits): CommandQueue {
  const waiting: Record<RconPriority, WaitingJob[]> = { moderation: [], chat: [], poll: [] };
  const nextQueue = () => waiting[priorities.find((priority) => waiting[priority].length > 0) ?? 'poll'];
  const enqueue = (command: RconCommand) => {
    const jobs = waiting[command.priority];
    if (jobs.length >= limits.maxWaiting[command.priority])
      throw busy('Too many commands are waiting for the game server.');
    const job = createJob(command, () => remove(jobs, job));
    jobs.push(job);
    if (command.priority === 'poll') expire(job, limits.pollWaitMs, jobs);
    return job;
  };
  return {
    async add(command) {
      command.signal?.throwIfAborted();
      const shared = command.priority === 'poll' && waiting.poll.find(({ text }) => text === command.text);
      return (shared || enqueue(command)).join(command.signal);
    },
    peek: () => nextQueue()[0],
    shift: () => nextQueue().shift(),
    rejectAll(error) {
      for (const job of priorities.flatMap((priority) => waiting[priority].splice(0))) job.finish({ error });
    },
  };
}

function expire(job: WaitingJob, waitMs: number, jobs: WaitingJob[]): void {
  const timer = setTimeout(() => {
    if (remove(jobs, job)) job.finish({ error: busy('The game server is busy; the poll waited too long.') });
  }, waitMs);
  job.onFinished(() => clearTimeout(timer));
}

function remove(jobs: WaitingJob[], job: WaitingJob): boolean {
  const index = jobs.indexOf(job);
  if (index >= 0) jobs.splice(index, 1);
  return index >= 0;
}

function busy(message: string): RconError {
  return new RconError('busy', message);
}

type RconCommand = {
  text: string;
  bytes: Buffer;
  priority: RconPriority;
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
};

type Outcome = { reply: string } | { error: Error };

/** One command to send once. */
type Job = Omit<RconCommand, 'signal'> & { finish(outcome: Outcome): void };

/** Several callers of a poll may wait for the same job. */
type WaitingJob = Job & {
  join(signal?: AbortSignal): Promise<string>;
  onFinished(listener: () => void): void;
};

/** `onAbandoned`: every caller that waited has aborted. */
function createJob({ signal: _signal, ...command }: RconCommand, onAbandoned: () => void): WaitingJob {
  const waiters = new Set<(outcome: Outcome) => void>();
  const listeners: (() => void)[] = [];
  const notifyFinished = () => listeners.splice(0).forEach((listener) => listener());
  return {
    ...command,
    finish(outcome) {
      notifyFinished();
      for (const resolve of waiters) resolve(outcome);
      waiters.clear();
    },
    onFinished: (listener) => void listeners.push(listener),
    join: (signal) =>
      waitFor(waiters, signal, () => {
        if (waiters.size > 0) return;
        notifyFinished();
        onAbandoned();
      }),
  };
}

function waitFor(
  waiters: Set<(outcome: Outcome) => void>,
  signal: AbortSignal | undefined,
  onAborted: () => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      waiters.delete(complete);
      reject(signal?.reason instanceof Error ? signal.reason : new Error('The command was cancelled.'));
      onAborted();
    };
    const complete = (outcome: Outcome) => {
      signal?.removeEventListener('abort', abort);
      if ('reply' in outcome) resolve(outcome.reply);
      else reject(outcome.error);
    };
    signal?.addEventListener('abort', abort, { once: true });
    waiters.add(complete);
  });
}

type RateBudget = {
  /** 0: send now. */
  waitMs(priority: RconPriority): number;
  spend(): void;
};

export type RateLimits = {
  /** ARK stops answering after minutes of 4 a second. */
  commandsPerSecond: number;
  burst: number;
};

/** A token bucket. Moderation may overdraw it by one burst, which delays the other priorities. */
export function createRateBudget(limits: RateLimits, now: () => number): RateBudget {
  let tokens = limits.burst;
  let filledAt = now();
  const fill = () => {
    const at = now();
    tokens = Math.min(limits.burst, tokens + ((at - filledAt) / 1000) * limits.commandsPerSecond);
    filledAt = at;
  };
  return {
    waitMs(priority) {
      fill();
      const floor = priority === 'moderation' ? -limits.burst : 0;
      const missing = floor + 1 - tokens;
      return missing <= 0 ? 0 : Math.ceil((missing / limits.commandsPerSecond) * 1000);
    },
    spend() {
      fill();
      tokens -= 1;
    },
  };
}

type Options = { supervisor: ConnectionSupervisor; queue: CommandQueue; limits: RateLimits; isAsciiOnly: boolean };

/** Sends queued commands one at a time, within the rate that the game can take. */
export class CommandSender {
  readonly #options: Options;
  readonly #budget: RateBudget;
  #isSending = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#budget = createRateBudget(options.limits, () => performance.now());
  }

  /** Sends the next command if the connection is up, nothing is in flight and the rate allows it. */
  pump(): void {
    clearTimeout(this.#timer);
    const { supervisor, queue } = this.#options;
    const connection = supervisor.connection();
    const next = queue.peek();
    if (this.#isSending || !connection || !next) return;
    const waitMs = this.#budget.waitMs(next.priority);
    if (waitMs > 0) {
      this.#timer = setTimeout(() => this.pump(), waitMs);
      return;
    }
    queue.shift();
    this.#budget.spend();
    void this.#send(connection, next);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #send(connection: RconConnection, job: Job): Promise<void> {
    const { supervisor, isAsciiOnly } = this.#options;
    const startedAt = performance.now();
    this.#isSending = true;
    try {
      const body = await connection.exchange(job.bytes, job.timeoutMs ?? supervisor.commandTimeoutMs());
      supervisor.noteReply(performance.now() - startedAt);
      job.finish({ reply: decodeReply(body, isAsciiOnly) });
    } catch (error) {
      job.finish({ error: error instanceof Error ? error : new RconError('closed', String(error)) });
    }
    this.#isSending = false;
    this.pump();
  }
}
