import type { PartInput } from '@tribehall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError, toastSuccess, toastUndo } from '../../components/notices/toast.tsx';
import { api } from '../../lib/api/api.ts';
import type { ModeratedPlace, Moderator, RoleRule } from './moderators.queries.ts';

export type Powers = PartInput<'PUT /ark/moderators/{moderatorId}', 'body'>;
type Named = Powers & { username: string };
type Reach = PartInput<'POST /ark/moderators', 'body'>['reach'];

function useRefetch() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['moderators'] });
}

function grant(place: ModeratedPlace, body: Named): Promise<Moderator> {
  if (place.type === 'server') return api('POST /ark/servers/{id}/moderators', { params: { id: place.id }, body });
  return api('POST /ark/moderators', { body: { ...body, reach: toReach(place) } });
}

export function toReach(place: ModeratedPlace): Reach {
  if (place.type === 'server') return { type: 'server', serverId: place.id };
  return place.type === 'cluster' ? { type: 'cluster', clusterId: place.id } : { type: 'all' };
}

/** Adds a moderator, or changes what one may do. */
export function useSaveModerator(place: ModeratedPlace, moderatorId: string | undefined) {
  const refetch = useRefetch();
  return useMutation({
    mutationFn: ({ username, ...powers }: Named) => {
      if (moderatorId === undefined) return grant(place, { username, ...powers });
      if (place.type !== 'server')
        return api('PUT /ark/moderators/{moderatorId}', { params: { moderatorId }, body: powers });
      const params = { id: place.id, moderatorId };
      return api('PUT /ark/servers/{id}/moderators/{moderatorId}', { params, body: powers });
    },
    onSuccess: refetch,
  });
}

/** Removes moderators, each with an Undo that makes them one again. */
export function useRemoveModerator(place: ModeratedPlace) {
  const refetch = useRefetch();
  const restore = useMutation({
    mutationFn: ({ user, reach, powers, maxBanDays }: Moderator) => {
      const former: ModeratedPlace =
        reach.type === 'all' || reach.id === null ? { type: 'all' } : { type: reach.type, id: reach.id };
      return grant(place.type === 'all' ? former : place, { username: user.name, powers, maxBanDays });
    },
    onSuccess: ({ user }) => toastSuccess(`${user.name} is a moderator again.`),
    onError: toastError,
    onSettled: refetch,
  });
  return useMutation({
    mutationFn: async ({ id: moderatorId }: Moderator) => {
      await (place.type === 'server'
        ? api('DELETE /ark/servers/{id}/moderators/{moderatorId}', { params: { id: place.id, moderatorId } })
        : api('DELETE /ark/moderators/{moderatorId}', { params: { moderatorId } }));
    },
    onSuccess: (_, moderator) =>
      toastUndo(`${moderator.user.name} is no longer a moderator.`, () => restore.mutate(moderator)),
    onError: toastError,
    onSettled: refetch,
  });
}

/** Adds a rule for a role, or changes what comes with it. */
export function useSaveRule(ruleId: string | undefined) {
  const refetch = useRefetch();
  return useMutation({
    mutationFn: ({ roleId, reach, ...powers }: PartInput<'POST /ark/moderatorRoles', 'body'>) =>
      ruleId === undefined
        ? api('POST /ark/moderatorRoles', { body: { roleId, reach, ...powers } })
        : api('PUT /ark/moderatorRoles/{ruleId}', { params: { ruleId }, body: powers }),
    onSuccess: refetch,
  });
}

/** Removes rules, each with an Undo. */
export function useRemoveRule() {
  const refetch = useRefetch();
  const restore = useMutation({
    mutationFn: ({ role, reach, powers, maxBanDays }: RoleRule) => {
      const place: ModeratedPlace =
        reach.type === 'all' || reach.id === null ? { type: 'all' } : { type: reach.type, id: reach.id };
      return api('POST /ark/moderatorRoles', { body: { roleId: role.id, reach: toReach(place), powers, maxBanDays } });
    },
    onSuccess: ({ role }) => toastSuccess(`Members with the role ${role.name} are moderators again.`),
    onError: toastError,
    onSettled: refetch,
  });
  return useMutation({
    mutationFn: ({ id: ruleId }: RoleRule) => api('DELETE /ark/moderatorRoles/{ruleId}', { params: { ruleId } }),
    onSuccess: (_, rule) =>
      toastUndo(`The role ${rule.role.name} no longer makes anyone a moderator.`, () => restore.mutate(rule)),
    onError: toastError,
    onSettled: refetch,
  });
}
