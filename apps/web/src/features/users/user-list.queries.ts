import type { PartInput, ReplyInput } from '@tribehall/contract';
import { maxUsersPerPage } from '@tribehall/contract/shared/limits';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';

export type ListedUser = ReplyInput<'GET /users'>['users'][number];
export type UserSort = NonNullable<PartInput<'GET /users', 'query'>['sort']>;
type UserFilters = { search: string; sort: UserSort; order: 'asc' | 'desc' };

export function usersQuery(filters: UserFilters, page: number) {
  return queryOptions({
    queryKey: ['users', 'list', filters, page],
    queryFn: ({ signal }) => api('GET /users', { query: { ...toQuery(filters), page }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** All users that match, each once: someone who registers meanwhile moves others to the next page. */
export async function fetchAllUsers(filters: UserFilters): Promise<ListedUser[]> {
  const all = new Map<string, ListedUser>();
  let pageCount = 1;
  for (let page = 1; page <= pageCount; page += 1) {
    const query = { ...toQuery(filters), page, limit: maxUsersPerPage };
    const { users, total, pageSize } = await api('GET /users', { query });
    for (const user of users) all.set(user.id, user);
    pageCount = Math.ceil(total / pageSize);
  }
  return [...all.values()];
}

function toQuery({ search, sort, order }: UserFilters) {
  return { ...(search !== '' && { search }), sort, order };
}
