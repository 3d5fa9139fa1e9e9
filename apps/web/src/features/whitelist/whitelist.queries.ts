import type { PartInput, ReplyInput } from '@tribehall/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError, toastUndo } from '../../components/notices/toast.tsx';
import { api } from '../../lib/api/api.ts';
import { visibleText } from '../../lib/text/visible-text.ts';

export type WhitelistEntry = ReplyInput<'GET /ark/whitelist'>['entries'][number];
export type WhitelistReach = PartInput<'POST /ark/whitelist', 'body'>['reach'];
/** The list of a server, which includes the entries of its cluster and of all servers, or of a cluster. */
export type WhitelistScope = { serverId: string } | { clusterId: string };

const refetchOpenMs = 3_000;
const key = ['whitelist'];

/** Refetched while servers still have to be reached. */
export function whitelistQuery(scope: WhitelistScope) {
  return queryOptions({
    queryKey: [...key, 'entries', scope],
    queryFn: ({ signal }) => api('GET /ark/whitelist', { query: scope, signal }),
    refetchInterval: ({ state }) =>
      state.data?.entries.some(({ open }) => open.some((server) => server.state === 'waiting')) === true
        ? refetchOpenMs
        : false,
  });
}

export function managementQuery(serverId: string) {
  return queryOptions({
    queryKey: [...key, 'management', serverId],
    queryFn: ({ signal }) => api('GET /ark/servers/{id}/whitelist', { params: { id: serverId }, signal }),
  });
}

function useInvalidate() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: key });
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

export function useAddEntry() {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (body: PartInput<'POST /ark/whitelist', 'body'>) => api('POST /ark/whitelist', { body }),
    onSuccess: invalidate,
  });
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
