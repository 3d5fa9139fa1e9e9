import type { PartInput } from '@tribehall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError } from '../../components/notices/toast.tsx';
import { api } from '../../lib/api/api.ts';
import { serverQuery } from './servers.queries.ts';
import { openSetup } from './setup/use-setup.ts';

/** The user's starred servers, and how to update them in the cache. */
export type Favorites = {
  serverIds: readonly string[];
  onChange: (change: (serverIds: string[]) => string[]) => void;
};

const favoriteKey = ['servers', 'favorite'];

/** Optimistic: reverted when the portal refuses. */
export function useToggleFavorite({ onChange }: Favorites): (serverId: string) => void {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: favoriteKey,
    // One at a time: every reply is the whole list.
    scope: { id: favoriteKey.join('.') },
    mutationFn: (serverId: string) => api('POST /ark/servers/{id}/favorite', { params: { id: serverId } }),
    onMutate: (serverId) => onChange((ids) => toggled(ids, serverId)),
    onSuccess: ({ favoriteServers }) => {
      // A reply does not include stars clicked after its request.
      if (queryClient.isMutating({ mutationKey: favoriteKey }) === 1) onChange(() => favoriteServers);
    },
    onError: (error, serverId) => {
      onChange((ids) => toggled(ids, serverId));
      toastError(error);
    },
  });
  return mutate;
}

function toggled(ids: string[], serverId: string): string[] {
  return ids.includes(serverId) ? ids.filter((id) => id !== serverId) : [...ids, serverId];
}

function useInvalidateServers() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['servers'] });
}

export function useAddServer() {
  const queryClient = useQueryClient();
  const invalidate = useInvalidateServers();
  return useMutation({
    mutationFn: (body: PartInput<'POST /ark/servers', 'body'>) => api('POST /ark/servers', { body }),
    onSuccess: ({ server, commandLine }) => {
      openSetup(queryClient, server.id, commandLine);
      void invalidate();
    },
  });
}

export function useRenameServer(serverId: string) {
  const queryClient = useQueryClient();
  const invalidate = useInvalidateServers();
  return useMutation({
    mutationFn: (body: PartInput<'PUT /ark/servers/{id}', 'body'>) =>
      api('PUT /ark/servers/{id}', { params: { id: serverId }, body }),
    onSuccess: ({ name }) => {
      queryClient.setQueryData(serverQuery(serverId).queryKey, (server) => server && { ...server, name });
      void invalidate();
    },
  });
}

export function useChangeJoin(serverId: string) {
  const queryClient = useQueryClient();
  const invalidate = useInvalidateServers();
  return useMutation({
    mutationFn: (body: PartInput<'PUT /ark/servers/{id}/join', 'body'>) =>
      api('PUT /ark/servers/{id}/join', { params: { id: serverId }, body }),
    onSuccess: (join) => {
      queryClient.setQueryData(serverQuery(serverId).queryKey, (server) => server && { ...server, ...join });
      void invalidate();
    },
  });
}

export function useRemoveServer(serverId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api('DELETE /ark/servers/{id}', { params: { id: serverId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['servers', 'list'] }),
  });
}

export function useReplaceToken(serverId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (newToken: string) =>
      api('POST /ark/servers/{id}/token', { params: { id: serverId }, body: { newToken } }),
    onSuccess: ({ commandLine }) => openSetup(queryClient, serverId, commandLine),
  });
}

export function useUpdateAgent(serverId: string) {
  return useMutation({
    mutationFn: () => api('POST /ark/servers/{id}/agent/update', { params: { id: serverId } }),
  });
}

const tokenBytes = 32;

/** 256 random bits, generated here, so that the token travels only once, to the portal. */
export function newLinkToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(tokenBytes));
  const text = btoa(String.fromCharCode(...bytes));
  return `th_${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

export function useAskControlCode(serverId: string) {
  return useMutation({ mutationFn: () => api('POST /ark/servers/{id}/auth', { params: { id: serverId } }) });
}

export function useConfirmControl(serverId: string) {
  return useMutation({
    mutationFn: (twoFaCode: string) =>
      api('POST /ark/servers/{id}/auth/confirm', { params: { id: serverId }, body: { twoFaCode } }),
  });
}
