import { createJob, type Job, type Order, type RconPriority, type WaitingJob } from './rcon-job.ts';
import { RconError } from './rcon-error.ts';

/** First to last. */
const priorities = ['moderation', 'chat', 'poll'] as const satisfies RconPriority[];

export type CommandQueue = {
  add(order: Order): Promise<string>;
  peek(): Job | undefined;
  shift(): Job | undefined;
  rejectAll(error: RconError): void;
};

export type QueueLimits = { maxWaiting: Record<RconPriority, number>; pollWaitMs: number };

/** First come, first served within a priority, and never longer than its limits. */
export function createCommandQueue(limits: QueueLimits): CommandQueue {
  const waiting: Record<RconPriority, WaitingJob[]> = { moderation: [], chat: [], poll: [] };
  const line = () => waiting[priorities.find((priority) => waiting[priority].length > 0) ?? 'poll'];
  const enqueue = (order: Order) => {
    const jobs = waiting[order.priority];
    if (jobs.length >= limits.maxWaiting[order.priority]) throw busy('Too many commands wait for the game server.');
    const job = createJob(order, () => remove(jobs, job));
    jobs.push(job);
    if (order.priority === 'poll') expire(job, limits.pollWaitMs, jobs);
    return job;
  };
  return {
    async add(order) {
      order.signal?.throwIfAborted();
      const shared = order.priority === 'poll' && waiting.poll.find(({ command }) => command === order.command);
      return (shared || enqueue(order)).join(order.signal);
    },
    peek: () => line()[0],
    shift: () => line().shift(),
    rejectAll(error) {
      for (const job of priorities.flatMap((priority) => waiting[priority].splice(0))) job.settle({ error });
    },
  };
}

function expire(job: WaitingJob, waitMs: number, jobs: WaitingJob[]): void {
  const timer = setTimeout(() => {
    if (remove(jobs, job)) job.settle({ error: busy('The question waited too long for a busy game server.') });
  }, waitMs);
  job.onSettled(() => clearTimeout(timer));
}

function remove(jobs: WaitingJob[], job: WaitingJob): boolean {
  const index = jobs.indexOf(job);
  if (index >= 0) jobs.splice(index, 1);
  return index >= 0;
}

function busy(message: string): RconError {
  return new RconError('busy', message);
}
