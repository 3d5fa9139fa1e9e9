import type { PartInput, ReplyInput } from '@tribehall/contract';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { toastError, toastUndo } from '../../components/notices/toast.tsx';
import { api } from '../../lib/api/api.ts';
import { visibleText } from '../../lib/text/visible-text.ts';

export type WhitelistPage = ReplyInput<'GET /ark/whitelist'>;
export type WhitelistEntry = WhitelistPage['entries'][number];
type NewEntry = PartInput<'POST /ark/whitelist', 'body'>;
export type WhitelistReach = NewEntry['reach'];
/** The list of a server, which includes the entries of its cluster and of all servers, or of a cluster. */
export type WhitelistScope = { serverId: string } | { clusterId: string };

export const whitelistKey = ['whitelist'] as const;

/** Newest first; a page continues where the previous one ended. */
export function whitelistQuery(scope: WhitelistScope, search: string) {
  const query = { ...scope, ...(search !== '' && { search }) };
  return infiniteQueryOptions({
    queryKey: [...whitelistKey, 'entries', query],
    queryFn: ({ pageParam, signal }) =>
      api('GET /ark/whitelist', { query: { ...query, ...(pageParam !== undefined && { before: pageParam }) }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

export function managementQuery(serverId: string) {
  return queryOptions({
    queryKey: [...whitelistKey, 'management', serverId],
    queryFn: ({ signal }) => api('GET /ark/servers/{id}/whitelist', { params: { id: serverId }, signal }),
  });
}

/** Players whom the reader may see, by any name they ever had or their id. */
export function knownPlayersQuery(text: string) {
  return queryOptions({
    queryKey: ['search', 'players', text],
    queryFn: async ({ signal }) => (await api('GET /search', { query: { query: text }, signal })).players,
    enabled: text.length > 1,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  });
}

function useInvalidate() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: whitelistKey });
}

export function useManage(serverId: string) {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (isManaged: boolean) =>
      api('PUT /ark/servers/{id}/whitelist', { params: { id: serverId }, body: { isManaged } }),
    onError: toastError,
    onSettled: invalidate,
  });
}

/** Nobody, or more than one, has the name that was entered. */
export class UnclearPlayerError extends Error {
  override name = 'UnclearPlayerError';
}

type Addition = Omit<NewEntry, 'playerId'> & { /** An id or a name. */ player: string };

/** Returns what the player is called. */
export function useAddEntry() {
  const queryClient = useQueryClient();
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: async ({ player, ...body }: Addition) => {
      const { id, name } = await findPlayer(queryClient, player);
      await api('POST /ark/whitelist', { body: { ...body, playerId: id } });
      return name;
    },
    onSuccess: invalidate,
  });
}

const playerId = /^(\d{15,20}|[0-9a-f]{32})$/;

async function findPlayer(queryClient: QueryClient, text: string): Promise<{ id: string; name: string }> {
  const wanted = text.toLowerCase();
  if (playerId.test(wanted)) return { id: wanted, name: wanted };
  // What only has digits is an id with a mistake.
  const found = /^\d+$/.test(wanted) ? [] : await queryClient.fetchQuery(knownPlayersQuery(text));
  const [named, ...others] = found.filter(({ name, match }) =>
    [name, match.text].some((text) => text.toLowerCase() === wanted),
  );
  if (named !== undefined && others.length === 0) return named;
  throw new UnclearPlayerError(
    named === undefined
      ? 'This is neither a player ID nor the name of a known player.'
      : 'Several players have this name. Choose one from the list, or enter an ID.',
  );
}

/** Removes an entry and offers to put it back. */
export function useRemoveEntry() {
  const invalidate = useInvalidate();
  const restore = useMutation({
    mutationFn: (id: string) => api('POST /ark/whitelist/{id}/restore', { params: { id } }),
    onError: toastError,
    onSettled: invalidate,
  });
  return useMutation({
    mutationFn: ({ id }: WhitelistEntry) => api('DELETE /ark/whitelist/{id}', { params: { id } }),
    onSuccess: (_, { id, name }) =>
      toastUndo(`${visibleText(name)} removed from the whitelist.`, () => restore.mutate(id)),
    onError: toastError,
    onSettled: invalidate,
  });
}
