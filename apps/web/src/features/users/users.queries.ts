import type { ReplyInput } from '@tribehall/contract';
import { isAdmin } from '@tribehall/contract/roles';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { token } from '../../lib/api/session.ts';
import { useStoredText } from '../../lib/storage/stored-text.ts';

export type User = ReplyInput<'GET /users/me'>;

export const meQuery = queryOptions({
  queryKey: ['users', 'me'],
  queryFn: ({ signal }) => api('GET /users/me', { signal }),
  // Kept up to date by the live topic.
  staleTime: 5 * 60_000,
});

/** The logged-in user, with the roles that count; fetched only while there is a token. */
export function useMeQuery() {
  const isLoggedIn = useStoredText(token) !== null;
  return useQuery({ ...meQuery, select: withCountingRoles, enabled: isLoggedIn });
}

export function useMe(): User | undefined {
  const isLoggedIn = useStoredText(token) !== null;
  const { data } = useMeQuery();
  return isLoggedIn ? data : undefined;
}

/** Without the roles that need a second factor which the account does not have. */
function withCountingRoles(me: User): User {
  return me.isSecondFactorMissing ? { ...me, roles: me.roles.filter((role) => !isAdmin([role])) } : me;
}
