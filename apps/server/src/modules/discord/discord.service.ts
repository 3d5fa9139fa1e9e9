import type { Ctx } from '../../context.ts';
import * as store from './discord.store.ts';

/** Keeps the Discord account of a user. */
export async function addConnection(
  ctx: Ctx,
  userId: string,
  account: { discordId: string; username: string; guilds: string[] },
): Promise<void> {
  await store.insertConnection(ctx.db, { ...account, userId, guildsReadAt: ctx.clock() });
}
