import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReplyInput } from '@tribehall/contract';
import { toastError, toastSuccess } from '../../components/notices/toast.tsx';
import { api } from '../../lib/api/api.ts';
import { visibleText } from '../../lib/text/visible-text.ts';

/** Whether the game has confirmed the effect of a command; appended to the name of the command. */
export const outcomeTexts = {
  confirmed: 'confirmed by the game.',
  sent: 'sent, not yet confirmed by the game.',
} as const satisfies Record<Outcome, string>;

/** A player of a server, and the character on whose behalf the command is sent. */
export type Target = { serverId: string; playerId: string; instigator: string | undefined };

function callOf({ serverId, playerId, instigator }: Target) {
  return { params: { id: serverId, playerId }, instigator };
}

export function useKill() {
  const invalidate = useInvalidatePerson();
  return useMutation({
    mutationFn: (target: Target) => api('POST /ark/servers/{id}/players/{playerId}/kill', callOf(target)),
    onSettled: (_data, _error, target) => invalidate(target),
  });
}

/** The player's own page shows whether they are banned, and what was done to them. */
function useInvalidatePerson() {
  const queryClient = useQueryClient();
  return ({ playerId }: Pick<Target, 'playerId'>) => {
    void queryClient.invalidateQueries({ queryKey: ['people', 'person', playerId] });
    void queryClient.invalidateQueries({ queryKey: ['people', 'actions', playerId] });
  };
}

function useInvalidateBans() {
  const queryClient = useQueryClient();
  const invalidatePerson = useInvalidatePerson();
  return ({ serverId, playerId }: Target) => {
    invalidatePerson({ playerId });
    void queryClient.invalidateQueries({ queryKey: ['players', 'bans', serverId] });
    void queryClient.invalidateQueries({ queryKey: ['players', 'known', serverId, playerId] });
  };
}

export function useBan() {
  const invalidate = useInvalidateBans();
  return useMutation({
    mutationFn: (target: Target) => api('POST /ark/servers/{id}/players/{playerId}/ban', callOf(target)),
    onSettled: (_data, _error, target) => invalidate(target),
  });
}

export function useUnban() {
  const invalidate = useInvalidateBans();
  return useMutation({
    mutationFn: (target: Target) => api('DELETE /ark/servers/{id}/players/{playerId}/ban', callOf(target)),
    onSettled: (_data, _error, target) => invalidate(target),
  });
}

export function useConsole(target: Target) {
  const invalidate = useInvalidatePerson();
  return useMutation({
    mutationFn: (body: { command: string; confirm?: string }) =>
      api('POST /ark/servers/{id}/players/{playerId}/consoleCommand', { ...callOf(target), body }),
    onSettled: () => invalidate(target),
  });
}

type Character = { serverId: string; playerId: string };

export function useAskCode() {
  return useMutation({
    mutationFn: ({ serverId, playerId }: Character) =>
      api('POST /ark/servers/{id}/players/{playerId}/auth', { params: { id: serverId, playerId } }),
  });
}

export function useConfirmCode() {
  return useMutation({
    mutationFn: ({ serverId, playerId, twoFaCode }: Character & { twoFaCode: string }) =>
      api('POST /ark/servers/{id}/players/{playerId}/auth/confirm', {
        params: { id: serverId, playerId },
        body: { twoFaCode },
      }),
  });
}

export function useUnlink() {
  return useMutation({
    mutationFn: ({ serverId, playerId }: Character) =>
      api('DELETE /ark/servers/{id}/players/{playerId}/auth', { params: { id: serverId, playerId } }),
  });
}

type Outcome = ReplyInput<'POST /ark/servers/{id}/players/{playerId}/kill'>['outcome'];

/** Lifts a ban and reports the result, even if the component that started it is gone. */
export function useLiftBan(): { lift: (target: Target, name: string) => void; pendingId: string | undefined } {
  const unban = useUnban();
  const lift = (target: Target, name: string) =>
    void unban
      .mutateAsync(target)
      .then(({ outcome }) => toastSuccess(`Unban of ${visibleText(name)}: ${outcomeTexts[outcome]}`), toastError);
  return { lift, pendingId: unban.isPending ? unban.variables.playerId : undefined };
}
