import type { Ctx } from '../../context.ts';
import { announce } from './queue-change.service.ts';
import { isSilent } from './queue-view.service.ts';
import { findQueue } from './queue.store.ts';

/** Answers what looks whether the bot has fallen silent since the last look, and tells the page. */
export function announceSilence(ctx: Ctx): () => Promise<void> {
  const guildId = ctx.config.GUILD_ID;
  let wasSilent = true;
  return async () => {
    if (guildId === undefined) return;
    const isAway = isSilent(ctx, await findQueue(ctx.db, guildId));
    if (isAway && !wasSilent) await announce(ctx, guildId);
    wasSilent = isAway;
  };
}
