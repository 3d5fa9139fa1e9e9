import { isAdmin, isOwner, rights, type Right } from '@tribehall/contract';
import type { Ctx } from './context.ts';
import { AppError } from './errors.ts';
import { isClusterPlayer } from './modules/clusters/clusters.policy.ts';
import { isGuildMember } from './modules/discord/membership.service.ts';
import { isServerAdmin, isServerPlayer } from './modules/servers/servers.policy.ts';
import type { Caller } from './modules/sessions/sessions.service.ts';

type Params = Record<string, string | undefined>;
type Check = (ctx: Ctx, caller: Caller, params: Params) => boolean | Promise<boolean>;

const isMember: Check = (ctx, caller) => {
  if (caller.discordId === undefined) throw new AppError('DISCORD_UNLINKED');
  return isGuildMember(ctx, caller);
};

/** Every right but the one that asks nothing. */
const checks = {
  user: () => true,
  admin: (_, caller) => isAdmin(caller.roles),
  owner: (_, caller) => isOwner(caller.roles),
  guildMember: isMember,
  guildAdmin: async (ctx, caller, params) => isAdmin(caller.roles) && (await isMember(ctx, caller, params)),
  serverPlayer: (ctx, caller, params) => isServerPlayer(ctx, caller, params['id'] ?? ''),
  clusterPlayer: (ctx, caller, params) => isClusterPlayer(ctx, caller, params['id'] ?? ''),
  serverAdmin: (ctx, caller, params) => isServerAdmin(ctx, caller, params['id'] ?? ''),
} satisfies Record<Exclude<Right, 'anyone'>, Check>;

/** Refuses a caller who lacks the right, and says which one it is. */
export async function authorize(
  ctx: Ctx,
  right: Exclude<Right, 'anyone'>,
  caller: Caller,
  params: Params,
): Promise<void> {
  if (!(await checks[right](ctx, caller, params))) throw new AppError('FORBIDDEN', rights[right], { right });
}
