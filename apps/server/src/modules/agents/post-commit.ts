import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Ctx } from '../../context.ts';
import type { AfterCommit } from './agents.service.ts';

const maxWaiting = 500;

/** Runs post-commit work of events: sequentially per server, with a bounded queue. */
export function createPostCommitQueue(ctx: Ctx) {
  const queues = new Map<string, AfterCommit[]>();
  const running = new Set<Promise<void>>();
  const full = new Map<string, (() => void)[]>();

  const run = async (serverId: string, queue: AfterCommit[]) => {
    for (let next = queue[0]; next; next = queue[0]) {
      try {
        await next(ctx);
      } catch (err) {
        ctx.log.error({ err, serverId }, 'Post-commit work of an event failed');
      }
      queue.shift();
      if (queue.length < maxWaiting) wake(serverId);
      await nextTurn();
    }
    queues.delete(serverId);
  };
  const wake = (serverId: string) => {
    for (const resolve of full.get(serverId) ?? []) resolve();
    full.delete(serverId);
  };
  const start = (serverId: string): AfterCommit[] => {
    const queue: AfterCommit[] = [];
    queues.set(serverId, queue);
    queueMicrotask(() => {
      const work = run(serverId, queue).finally(() => running.delete(work));
      running.add(work);
    });
    return queue;
  };

  return {
    waiting: () => [...queues.values()].reduce((sum, queue) => sum + queue.length, 0),
    /** Queues more work; resolves at once, or once the queue has a free slot. */
    async add(serverId: string, after: AfterCommit[]): Promise<void> {
      if (after.length === 0) return;
      const queue = queues.get(serverId) ?? start(serverId);
      queue.push(...after);
      if (queue.length < maxWaiting) return;
      await new Promise<void>((resolve) => full.set(serverId, [...(full.get(serverId) ?? []), resolve]));
    },
    /** Waits for running work; drops what is queued. */
    async stop(): Promise<void> {
      for (const queue of queues.values()) queue.splice(1);
      for (const serverId of full.keys()) wake(serverId);
      await Promise.all(running);
    },
  };
}
