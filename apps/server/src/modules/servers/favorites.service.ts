import type { ReplyOutput } from '@tribehall/contract';
import { inTransaction, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { publishLive } from '../events/events.service.ts';
import { me } from '../users/users.service.ts';
import * as store from './favorites.store.ts';

/** Stars a server, or takes the star back. */
export async function toggleFavorite(
  ctx: Ctx,
  userId: string,
  serverId: string,
): Promise<ReplyOutput<'POST /ark/servers/{id}/favorite'>> {
  return inTransaction(ctx, async (ctx) => {
    if (!(await store.lockServer(ctx.db, serverId))) throw new AppError('NOT_FOUND', 'There is no such server.');
    if (!(await store.deleteFavorite(ctx.db, userId, serverId))) await store.putFavorite(ctx.db, userId, serverId);
    const user = await me(ctx, userId);
    publishLive(ctx, 'users.me', 'changed', user, userId);
    return { favoriteServers: user.ark.favoriteServers };
  });
}
