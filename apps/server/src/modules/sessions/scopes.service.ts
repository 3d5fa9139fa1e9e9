import { scopes, type RouteScope, type Scope } from '@tribehall/contract';
import { AppError } from '../../errors.ts';

/** What an API token is limited to; null: all servers. */
export type TokenGrant = { id: string; name: string; scopes: readonly Scope[]; serverIds: readonly string[] | null };

/** What a call or a topic needs of an API token. */
export type Needed = {
  scope: RouteScope;
  /** The only server that it is about; undefined if it is about several or none. */
  serverId: string | undefined;
  /** Its parts are checked on their own. */
  isByTopic?: boolean | undefined;
};

/** Refuses what an API token is not for. What its user may do is checked besides. */
export function authorizeToken(token: TokenGrant, { scope, serverId, isByTopic }: Needed): void {
  if (scope === 'none') throw new AppError('LOGIN_NEEDED');
  if (!token.scopes.includes(scope))
    throw new AppError('TOKEN_SCOPE', `This API token needs the scope ${scope}.`, { scope });
  if (token.serverIds === null || !scopes[scope].isOnServers || isByTopic) return;
  if (serverId === undefined)
    throw new AppError(
      'TOKEN_SERVER',
      'This call needs an API token for all servers, as it is not about a single one.',
    );
  if (!token.serverIds.includes(serverId)) throw new AppError('TOKEN_SERVER');
}
