import type { ConnectionSupervisor } from './connection-supervisor.ts';
import { decodeReply, mayHaveRun, RconError, type RconConnection } from './rcon-connection.ts';

/** Highest first: commands of a moderator, then chat, then polls, then what nobody waits for. */
const priorities = ['moderation', 'chat', 'poll', 'background'] as const;
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

/** Polls and chat can use up the whole rate; background work gets a share of it all the same. */
const turnsBeforeBackground = 3;

/**
 * A bounded priority queue; first in, first out within a priority. Equal polls share one command. Of chat, polls and
 * background work, at least every fourth command is background work; moderation always goes first.
 */
export function createCommandQueue(limits: QueueLimits): CommandQueue {
  const waiting: Record<RconPriority, Job[]> = { moderation: [], chat: [], poll: [], background: [] };
  const queues = priorities.map((priority) => waiting[priority]);
  let passedOver = 0;
  const nextQueue = () => {
    const isBackgroundDue = waiting.background.length > 0 && passedOver >= turnsBeforeBackground;
    if (isBackgroundDue && waiting.moderation.length === 0) return waiting.background;
    return queues.find((jobs) => jobs.length > 0);
  };
  const countTurn = (jobs: Job[] | undefined) => {
    if (jobs === waiting.background || waiting.background.length === 0) passedOver = 0;
    else if (jobs !== waiting.moderation) passedOver += 1;
  };
  const enqueue = (command: RconCommand) => {
    const jobs = waiting[command.priority];
    if (jobs.length >= limits.maxWaiting[command.priority])
      throw busy('Too many commands are waiting for the game server.');
    const job = new Job(command, jobs);
    jobs.push(job);
    if (command.priority === 'poll') job.expireAfter(limits.pollWaitMs);
    return job;
  };
  return {
    add(command) {
      command.signal?.throwIfAborted();
      const shared = command.priority === 'poll' && waiting.poll.find(({ text }) => text === command.text);
      return (shared || enqueue(command)).join(command.signal);
    },
    peek: () => nextQueue()?.[0],
    shift() {
      const jobs = nextQueue();
      const job = jobs?.shift();
      countTurn(jobs);
      return job;
    },
    rejectAll(error) {
      for (const job of queues.flatMap((jobs) => jobs.splice(0))) job.finish({ error });
    },
  };
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

/** One command to send once. Several callers of a poll may wait for the same job. */
class Job {
  readonly text: string;
  readonly bytes: Buffer;
  readonly priority: RconPriority;
  readonly timeoutMs: number | undefined;
  readonly #waiting: Job[];
  readonly #callers: ((outcome: Outcome) => void)[] = [];
  #expiry: NodeJS.Timeout | undefined;

  constructor({ text, bytes, priority, timeoutMs }: RconCommand, waiting: Job[]) {
    this.text = text;
    this.bytes = bytes;
    this.priority = priority;
    this.timeoutMs = timeoutMs;
    this.#waiting = waiting;
  }

  expireAfter(waitMs: number): void {
    this.#expiry = setTimeout(() => {
      if (this.#leave()) this.finish({ error: busy('The game server is busy; the poll waited too long.') });
    }, waitMs);
  }

  join(signal?: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      const complete = (outcome: Outcome) => {
        if ('reply' in outcome) resolve(outcome.reply);
        else reject(outcome.error);
      };
      this.#callers.push(signal ? this.#until(signal, complete) : complete);
    });
  }

  finish(outcome: Outcome): void {
    clearTimeout(this.#expiry);
    for (const complete of this.#callers.splice(0)) complete(outcome);
  }

  /** A caller who stops waiting when the signal aborts; without callers the job is not sent. */
  #until(signal: AbortSignal, complete: (outcome: Outcome) => void): (outcome: Outcome) => void {
    const abort = () => {
      this.#callers.splice(this.#callers.indexOf(caller), 1);
      complete({ error: signal.reason instanceof Error ? signal.reason : new Error('The command was cancelled.') });
      if (this.#callers.length > 0) return;
      clearTimeout(this.#expiry);
      this.#leave();
    };
    const caller = (outcome: Outcome) => {
      signal.removeEventListener('abort', abort);
      complete(outcome);
    };
    signal.addEventListener('abort', abort, { once: true });
    return caller;
  }

  /** Returns whether it was still waiting. */
  #leave(): boolean {
    const index = this.#waiting.indexOf(this);
    if (index >= 0) this.#waiting.splice(index, 1);
    return index >= 0;
  }
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

/**
 * A token bucket. Moderation may overdraw it by one burst, which delays the other priorities. Background work has no burst:
 * it stays at the rate from the first command on.
 */
export function createRateBudget(limits: RateLimits, now: () => number): RateBudget {
  let tokens = limits.burst;
  let filledAt = now();
  let spentAt = -Infinity;
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
      const tokenMs = missing <= 0 ? 0 : Math.ceil((missing / limits.commandsPerSecond) * 1000);
      if (priority !== 'background') return tokenMs;
      return Math.max(tokenMs, Math.ceil(spentAt + 1000 / limits.commandsPerSecond - now()));
    },
    spend() {
      fill();
      tokens -= 1;
      spentAt = now();
    },
  };
}

type Options = {
  supervisor: ConnectionSupervisor;
  queue: CommandQueue;
  limits: RateLimits;
  isAsciiOnly: boolean;
  onReply?: ((tookMs: number) => void) | undefined;
};

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
    const { supervisor, isAsciiOnly, onReply } = this.#options;
    const startedAt = performance.now();
    this.#isSending = true;
    try {
      const body = await connection.exchange(job.bytes, job.timeoutMs ?? supervisor.commandTimeoutMs());
      const tookMs = performance.now() - startedAt;
      supervisor.noteReply(tookMs);
      onReply?.(tookMs);
      job.finish({ reply: decodeReply(body, isAsciiOnly) });
    } catch (error) {
      job.finish({ error: mayHaveRun(error) });
    }
    this.#isSending = false;
    this.pump();
  }
}
