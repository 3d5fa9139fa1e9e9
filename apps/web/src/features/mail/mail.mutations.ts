import type { PartInput } from '@tribehall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { playerMailQuery, sentMailQuery } from './mail.queries.ts';

export type Recipient = { serverId: string; playerId: string; name: string };
type Letter = PartInput<'POST /ark/servers/{id}/players/{playerId}/mail', 'body'>;

export function useSendMail({ serverId, playerId }: Recipient, instigator: string | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Letter) =>
      api('POST /ark/servers/{id}/players/{playerId}/mail', { params: { id: serverId, playerId }, body, instigator }),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: sentMailQuery(serverId).queryKey });
      void queryClient.invalidateQueries({ queryKey: playerMailQuery(playerId).queryKey });
      void queryClient.invalidateQueries({ queryKey: ['people', 'actions', playerId] });
    },
  });
}

export function useTakeBackMail(serverId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = sentMailQuery(serverId);
  return useMutation({
    mutationFn: (mailId: string) => api('DELETE /ark/servers/{id}/mail/{mailId}', { params: { id: serverId, mailId } }),
    onSuccess: (_data, mailId) => queryClient.setQueryData(queryKey, (list) => list?.filter(({ id }) => id !== mailId)),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey });
      void queryClient.invalidateQueries({ queryKey: ['mail', 'player'] });
    },
  });
}
