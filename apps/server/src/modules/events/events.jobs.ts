import type { Ctx } from '../../context.ts';
import type { Job } from '../../module.ts';
import { hasRight } from '../sessions/rights.service.ts';
import { findEnded, readCallers } from '../sessions/sessions.service.ts';
import type { Hub } from './events.hub.ts';

const sessionsEveryMs = 500;
const membersEveryMs = 1000;
const gatherGapsMs = 100;

/**
 * Ends the streams of those who may not read them any more. One question for all of them, rather than a message for
 * each: it holds for every way a right can end, the operator's command line and a lost message included.
 */
export function startEventsJobs(ctx: Ctx): Job {
  const { hub } = ctx.state.events;
  hub.listen(ctx.bus);
  const timers = [
    repeat(ctx, sessionsEveryMs, () => endStreamsOfEndedSessions(ctx, hub)),
    repeat(ctx, membersEveryMs, () => endStreamsOfFormerMembers(ctx, hub)),
  ];
  const unsubscribe = ctx.bus.onGap(createResync(ctx, hub));
  return {
    stop: () => {
      timers.forEach((timer) => clearInterval(timer));
      unsubscribe();
      hub.close();
    },
  };
}

/** Sends every stream fresh snapshots. Debounced: several portals reconnect within moments. */
function createResync(ctx: Ctx, hub: Hub): () => void {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = async () => {
    try {
      // Nobody gets a snapshot who lost the right to it meanwhile.
      await endStreamsOfEndedSessions(ctx, hub);
      await endStreamsOfFormerMembers(ctx, hub);
    } catch (err) {
      ctx.log.warn({ err }, 'Open streams could not be checked');
    }
    await hub.resync();
  };
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      running = running.then(run);
    }, gatherGapsMs).unref();
  };
}

function repeat(ctx: Ctx, everyMs: number, work: () => Promise<void>): NodeJS.Timeout {
  let isAtWork = false;
  const run = async () => {
    if (isAtWork) return;
    isAtWork = true;
    try {
      await work();
    } catch (err) {
      ctx.log.warn({ err }, 'Open streams could not be checked');
    } finally {
      isAtWork = false;
    }
  };
  return setInterval(() => void run(), everyMs).unref();
}

async function endStreamsOfEndedSessions(ctx: Ctx, hub: Hub): Promise<void> {
  const open = hub.sessionIds();
  if (open.length === 0) return;
  for (const ended of await findEnded(ctx, open)) hub.closeSession(ended);
}

async function endStreamsOfFormerMembers(ctx: Ctx, hub: Hub): Promise<void> {
  const open = hub.memberSessionIds();
  if (open.length === 0) return;
  const callers = await readCallers(ctx, open);
  // At once: where Discord has to be asked for one of them, the others do not wait for that.
  await Promise.all(
    callers.map(async (caller) => {
      if (caller.discordId !== undefined && (await hasRight(ctx, 'guildMember', caller))) return;
      const data = await ctx.state.events.topics['users.me'].snapshot(ctx, caller.userId);
      hub.closeMember(caller.sessionId, { topic: 'users.me', event: 'changed', data });
    }),
  );
}
