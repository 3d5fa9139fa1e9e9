import type { PartInput } from '@tribehall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { dropPrivateQueries } from '../../lib/api/private-queries.ts';
import { session } from '../../lib/api/session.ts';
import { logIn, type SessionReply } from './log-in.ts';
import { meQuery, useMe, type User } from './users.queries.ts';

/** Nothing of the previous user may remain. */
function useStartSession() {
  const queryClient = useQueryClient();
  return ({ accessToken, user }: SessionReply) => {
    dropPrivateQueries(queryClient);
    queryClient.setQueryData(meQuery.queryKey, user);
    session.start(accessToken);
  };
}

export function useLogin() {
  const startSession = useStartSession();
  return useMutation({
    mutationFn: logIn,
    onSuccess: startSession,
  });
}

/** The end of a login with Discord. */
export function useDiscordLogin() {
  const startSession = useStartSession();
  return useMutation({
    mutationFn: (body: PartInput<'POST /oauth2/discord/session', 'body'>) =>
      api('POST /oauth2/discord/session', { body }),
    onSuccess: startSession,
  });
}

/** A new login over a page whose session has ended. The same user goes on there; for another one nothing of it remains. */
export function useLoginAgain() {
  const queryClient = useQueryClient();
  const startSession = useStartSession();
  const userId = useMe()?.id;
  return useMutation({
    mutationFn: logIn,
    onSuccess: (reply) => {
      if (userId === undefined) return startSession(reply);
      if (reply.user.id !== userId) {
        session.handOver(reply.accessToken);
        // What was typed is in memory in many places: all of it goes.
        location.assign('/');
        return undefined;
      }
      queryClient.setQueryData(meQuery.queryKey, reply.user);
      session.start(reply.accessToken);
      return void queryClient.invalidateQueries();
    },
  });
}

export function useRegister() {
  const startSession = useStartSession();
  return useMutation({
    mutationFn: (body: PartInput<'POST /users/register', 'body'>) => api('POST /users/register', { body }),
    onSuccess: startSession,
  });
}

/** Logs out at once; the portal is informed in the background. */
export function useLogout() {
  const queryClient = useQueryClient();
  return () => {
    api('POST /users/logout').catch(() => undefined);
    session.end();
    dropPrivateQueries(queryClient);
  };
}

export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: PartInput<'POST /users/me/password', 'body'>) => api('POST /users/me/password', { body }),
    onSuccess: ({ accessToken, user }) => {
      session.start(accessToken);
      queryClient.setQueryData(meQuery.queryKey, user);
    },
  });
}

/** For an account without a password. */
export function useSetFirstPassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: PartInput<'PUT /users/me/password', 'body'>) => api('PUT /users/me/password', { body }),
    onSuccess: (user) => queryClient.setQueryData(meQuery.queryKey, user),
  });
}

/** Re-authentication, for what an unlocked screen is not enough for. */
export function useConfirmPassword() {
  return useMutation({
    mutationFn: (body: PartInput<'POST /users/me/confirm', 'body'>) => api('POST /users/me/confirm', { body }),
  });
}

export function useSetRoles() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, roles }: { userId: string } & PartInput<'PUT /users/{userId}/roles', 'body'>) =>
      api('PUT /users/{userId}/roles', { params: { userId }, body: { roles } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['users', 'list'] }),
  });
}

export function useSetDisabled() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, isDisabled }: { userId: string; isDisabled: boolean }) =>
      api('PUT /users/{userId}/disabled', { params: { userId }, body: { isDisabled } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['users', 'list'] }),
  });
}

export function useEndSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => api('DELETE /users/{userId}/sessions', { params: { userId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['users', 'list'] }),
  });
}

export function useResetFactors() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => api('DELETE /users/{userId}/factors', { params: { userId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['users', 'list'] }),
  });
}

export function useRemoveUser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => api('DELETE /users/{userId}', { params: { userId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['users', 'list'] }),
  });
}

/** Updates the Discord connection in the cached user. */
export function useSetDiscordConnection() {
  const queryClient = useQueryClient();
  return (discord: User['connections']['discord']) => {
    queryClient.setQueryData(meQuery.queryKey, (me) => {
      if (me === undefined) return undefined;
      const { discord: _, ...others } = me.connections;
      return { ...me, connections: discord === undefined ? others : { ...others, discord } };
    });
    void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  };
}

/** Updates favorites and linked characters in the cached user, ahead of the stream. */
export function useChangeArk() {
  const queryClient = useQueryClient();
  return (change: (ark: User['ark']) => User['ark']) => {
    queryClient.setQueryData(meQuery.queryKey, (me) => me && { ...me, ark: change(me.ark) });
  };
}

type Change = (serverIds: string[]) => string[];

/** The user's starred servers, and how to change them. */
export function useFavorites(): { serverIds: readonly string[]; onChange: (change: Change) => void } {
  const me = useMe();
  const changeArk = useChangeArk();
  return {
    serverIds: me?.ark.favoriteServers ?? [],
    onChange: (change) => changeArk((ark) => ({ ...ark, favoriteServers: change(ark.favoriteServers) })),
  };
}
