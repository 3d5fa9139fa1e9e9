import type { Ctx } from '../../context.ts';
import type { Job } from '../../module.ts';
import { repeat } from '../../platform/repeat.ts';
import { hasRight } from '../sessions/rights.service.ts';
import { AppError } from '../../errors.ts';
import { checkSessions, readCallers, type Caller } from '../sessions/sessions.service.ts';
import type { Hub, Reader } from './events.hub.ts';
import type { Guard } from './topic.ts';

const sessionsEveryMs = 500;
const membersEveryMs = 1000;
const guardsEveryMs = 500;
const debounceMs = 100;
type Checked = { id: string; userId: string; isSecondFactorMissing: boolean };

const failure = 'Open streams could not be checked';

/**
 * Ends the streams of callers who have lost the right to read them. Polled rather than published: that covers every way a
 * right can end, including the operator's command line and a lost message.
 */
export function startEventsJobs(ctx: Ctx): Job {
  const { hub } = ctx.state.events;
  hub.listen(ctx.bus);
  const checks = { isDelayed: true, failure };
  const stops = [
    repeat(ctx.log, { ...checks, everyMs: sessionsEveryMs }, () => endStreamsOfEndedSessions(ctx, hub)),
    repeat(ctx.log, { ...checks, everyMs: membersEveryMs }, () => endStreamsOfFormerMembers(ctx, hub)),
    repeat(ctx.log, { ...checks, everyMs: guardsEveryMs }, () => endStreamsOfFormerModerators(ctx, hub)),
    ctx.bus.onGap(createResync(ctx, hub)),
  ];
  return {
    stop: () => {
      for (const stop of stops) stop();
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
      // First, so that nobody who lost the right gets a snapshot.
      await endStreamsOfEndedSessions(ctx, hub);
      await endStreamsOfFormerMembers(ctx, hub);
      await endStreamsOfFormerModerators(ctx, hub);
    } catch (err) {
      ctx.log.warn({ err }, failure);
    }
    await hub.resync();
  };
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      running = running.then(run);
    }, debounceMs).unref();
  };
}

async function endStreamsOfEndedSessions(ctx: Ctx, hub: Hub): Promise<void> {
  const open = hub.sessionIds();
  if (open.length === 0) return;
  const { ended, active } = await checkSessions(ctx, open);
  for (const id of ended) hub.closeSession(id);
  await endStreamsOfOtherRoles(ctx, hub, [...active.values()]);
}

/** Of those whose roles count no longer, or count again: what they may read, and which channels carry it, is different. */
async function endStreamsOfOtherRoles(ctx: Ctx, hub: Hub, sessions: Checked[]): Promise<void> {
  for (const { id, userId, isSecondFactorMissing } of sessions) {
    const isOutdated = (reader: Reader) => reader.isSecondFactorMissing === !isSecondFactorMissing;
    if (hub.hasReader(id, isOutdated)) hub.closeReaders(id, isOutdated, await lastMessage(ctx, { userId }));
  }
}

async function endStreamsOfFormerMembers(ctx: Ctx, hub: Hub): Promise<void> {
  const open = hub.memberSessionIds();
  if (open.length === 0) return;
  const callers = await readCallers(ctx, open);
  // In parallel: if Discord has to be asked for one of them, the others do not wait.
  await Promise.all(
    callers.map(async (caller) => {
      if (caller.discordId !== undefined && (await hasRight(ctx, 'guildMember', caller))) return;
      hub.closeReaders(caller.sessionId, (reader) => reader.isForMembers === true, await lastMessage(ctx, caller));
    }),
  );
}

/** Those of admins and moderators of one server, who are no longer. Each right is checked once per user. */
async function endStreamsOfFormerModerators(ctx: Ctx, hub: Hub): Promise<void> {
  const open = hub.guardedReaders();
  if (open.length === 0) return;
  const checked = new Map<string, Promise<boolean>>();
  const isLost = (caller: Caller, { right, id }: Guard) => {
    const key = `${caller.userId} ${right} ${id ?? ''}`;
    const known = checked.get(key) ?? isRightLost(ctx, caller, { right, id });
    checked.set(key, known);
    return known;
  };
  const callers = await readCallers(ctx, [...new Set(open.map(({ sessionId }) => sessionId))]);
  for (const caller of callers)
    for (const { sessionId, guards } of open) {
      if (sessionId !== caller.sessionId) continue;
      for (const guard of guards)
        if (await isLost(caller, guard)) hub.closeReaders(sessionId, dependsOn(guard), await lastMessage(ctx, caller));
    }
}

const dependsOn =
  ({ right, id }: Guard) =>
  ({ guards = [] }: Reader) =>
    guards.some((guard) => guard.right === right && guard.id === id);

async function isRightLost(ctx: Ctx, caller: Caller, { right, id }: Guard): Promise<boolean> {
  try {
    return !(await hasRight(ctx, right, caller, id === undefined ? {} : { id }));
  } catch (error) {
    // A server that was removed is reported on its topic.
    if (error instanceof AppError) return error.code !== 'NOT_FOUND';
    throw error;
  }
}

/** Tells the page why: from now on the same topics are refused. An API token may not be for reading the account. */
async function lastMessage(ctx: Ctx, { userId, token }: Pick<Caller, 'userId' | 'token'>): Promise<object | undefined> {
  if (token) return undefined;
  const data = await ctx.state.events.topics['users.me'].snapshot(ctx, userId);
  return { topic: 'users.me', event: 'changed', data };
}
