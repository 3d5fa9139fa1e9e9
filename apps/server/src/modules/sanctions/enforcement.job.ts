import type { Ctx } from '../../context.ts';
import type { Job } from '../../module.ts';
import { onClusterChange } from '../servers/cluster-changes.service.ts';
import { align, enforceDue } from './enforcement.service.ts';
import { resetWaits } from './claims.store.ts';
import * as store from './enforcement.store.ts';

const everyMs = 5_000;
/** Agents that connect at the same time are looked at together. */
const gatherMs = 200;

/** Carries out what is due, now and then and whenever something has changed. */
export function startEnforcing(ctx: Ctx): Job {
  let isRunning = false;
  let isDue = false;
  let isStopped = false;
  const run = async () => {
    isDue = true;
    if (isRunning) return;
    isRunning = true;
    try {
      while (isDue && !isStopped) {
        isDue = false;
        await enforceDue(ctx);
      }
    } catch (err) {
      if (!isStopped) ctx.log.warn({ err }, 'Sanctions could not be enforced');
    } finally {
      isRunning = false;
    }
  };
  const timer = setInterval(() => void run(), everyMs).unref();
  ctx.state.sanctions.wake = () => void run();
  void run();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}

/**
 * A server that comes back, or was added, gets the bans it lacks. Hellos do not wait for it: comparing reads all active bans,
 * and is done once for all that connect at the same time. Called in the transaction of the hellos.
 */
export async function alignServers(ctx: Ctx, serverIds: string[]): Promise<void> {
  ctx.state.sanctions.alignSoon(serverIds);
  return Promise.resolve();
}

/** Compares the bans of servers that have connected, and carries out what came of it. */
export function followHellos(ctx: Ctx): Job {
  let timer: NodeJS.Timeout | undefined;
  const connected = new Set<string>();
  const look = async () => {
    const serverIds = [...connected];
    connected.clear();
    try {
      await resetWaits(ctx.db, serverIds);
      await align(ctx, { serverIds });
    } finally {
      timer = undefined;
      if (connected.size > 0) lookSoon();
      ctx.state.sanctions.wake();
    }
  };
  const failed = (err: unknown) => ctx.log.warn({ err }, 'Bans of connected servers could not be compared');
  const lookSoon = () => {
    timer ??= setTimeout(() => void look().catch(failed), gatherMs).unref();
  };
  ctx.state.sanctions.alignSoon = (serverIds) => {
    for (const serverId of serverIds) connected.add(serverId);
    lookSoon();
  };
  return () => {
    ctx.state.sanctions.alignSoon = () => {};
    clearTimeout(timer);
  };
}

/** Servers that join a cluster or leave it. */
export function followClusters(ctx: Ctx): Job {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    timer = undefined;
    const clusterIds = [...changed];
    changed.clear();
    await align(ctx, { serverIds: await store.findAffected(ctx.db, clusterIds) });
    ctx.state.sanctions.wake();
  };
  const stop = onClusterChange(ctx, (clusterId) => {
    changed.add(clusterId);
    timer ??= setTimeout(
      () => void look().catch((err: unknown) => ctx.log.warn({ err }, 'Bans of a cluster could not be compared')),
      gatherMs,
    ).unref();
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
