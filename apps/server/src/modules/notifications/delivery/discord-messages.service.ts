import { inTransaction, type Ctx } from '../../../context.ts';
import { putDiscordProblem } from '../settings.store.ts';
import * as store from './deliveries.store.ts';
import { isStale, retryAt, timing } from './retry.ts';

/** Everything that is due for one user: one Discord message. */
export type DiscordNotice = { userId: string; discordId: string; deliveries: readonly store.Delivery[] };

/** `refused`: Discord will not let the bot write to this person. */
export type DiscordOutcome = { state: 'sent' | 'dropped' | 'retry' } | { state: 'refused'; problem: string };

const perRound = 50;

/** Claims what is due, by user. What nobody can receive any more is dropped. */
export async function claimDiscordNotices(ctx: Ctx): Promise<DiscordNotice[]> {
  const now = ctx.clock();
  const claim = { now, leaseEndsAt: new Date(now.getTime() + timing.leaseMs), limit: perRound };
  const due = await store.claimDue(ctx.db, 'discord', claim);
  if (due.length === 0) return [];
  const discordIds = await store.findDiscordIds(
    ctx.db,
    due.map(({ userId }) => userId),
  );
  const notices = new Map<string, DiscordNotice & { deliveries: store.Delivery[] }>();
  for (const delivery of due) {
    const { userId } = delivery;
    const discordId = discordIds.get(userId);
    if (discordId === undefined || isStale(ctx, delivery)) {
      await store.deleteDelivery(ctx.db, 'discord', delivery);
      continue;
    }
    const notice = notices.get(userId) ?? { userId, discordId, deliveries: [] };
    notice.deliveries.push(delivery);
    notices.set(userId, notice);
  }
  return [...notices.values()];
}

export async function applyDiscordOutcome(
  ctx: Ctx,
  { userId, deliveries }: DiscordNotice,
  outcome: DiscordOutcome,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (outcome.state === 'refused') {
      await putDiscordProblem(ctx.db, userId, outcome.problem);
      return store.deleteDiscordOf(ctx.db, userId);
    }
    for (const delivery of deliveries) {
      const dueAt = outcome.state === 'retry' ? retryAt(ctx, delivery) : undefined;
      if (dueAt) await store.postpone(ctx.db, 'discord', delivery, dueAt);
      else await store.deleteDelivery(ctx.db, 'discord', delivery);
    }
    return undefined;
  });
}
