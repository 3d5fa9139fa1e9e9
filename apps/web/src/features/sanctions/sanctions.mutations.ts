import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PartInput } from '@tribehall/contract';
import { toastError, toastSuccess, toastUndo } from '../../components/notices/toast.tsx';
import { api } from '../../lib/api/api.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { kindWords, reachText } from './sanction-words.ts';
import { useInvalidateSanctions } from './sanctions.live.ts';
import { ownSanctionsQuery, sanctionQuery, templatesQuery, type Sanction } from './sanctions.queries.ts';

export type NewSanction = PartInput<'POST /ark/sanctions', 'body'>;
export type SanctionEdit = PartInput<'PUT /ark/sanctions/{sanctionId}', 'body'>;
export type NewTemplate = PartInput<'PUT /ark/sanctionTemplates', 'body'>['templates'][number];

/** Shows the reply, and fetches again what it may have changed elsewhere. */
function useTakeSanction() {
  const queryClient = useQueryClient();
  const invalidate = useInvalidateSanctions();
  return (sanction: Sanction) => {
    queryClient.setQueryData(sanctionQuery(sanction.id).queryKey, sanction);
    invalidate(sanction.playerId);
  };
}

/** Imposes a sanction and offers to undo it, even after the dialog is gone. A kick has happened. */
export function useImpose() {
  const take = useTakeSanction();
  const { mutateAsync: undo } = useMutation({
    mutationFn: (sanctionId: string) => api('POST /ark/sanctions/{sanctionId}/undo', { params: { sanctionId } }),
    onSuccess: take,
  });
  return useMutation({
    mutationFn: (body: NewSanction) => api('POST /ark/sanctions', { body }),
    onSuccess: (sanction) => {
      take(sanction);
      const text = imposedText(sanction);
      if (sanction.kind === 'kick') toastSuccess(text);
      else
        toastUndo(
          text,
          () =>
            void undo(sanction.id).then(
              () => toastSuccess(`${kindWords[sanction.kind].noun} of ${visibleText(sanction.name)} undone.`),
              toastError,
            ),
        );
    },
  });
}

function imposedText({ kind, name, reach, servers }: Sanction): string {
  if (kind === 'kick' && servers.total === 0) return `${visibleText(name)} isn't online there, so no one was kicked.`;
  const where = kind === 'kick' ? 'from' : 'on';
  return `${visibleText(name)} ${kindWords[kind].done} ${where} ${visibleText(reachText(reach))}.`;
}

export function useLift(sanctionId: string) {
  const take = useTakeSanction();
  return useMutation({
    mutationFn: (reason: string) =>
      api('POST /ark/sanctions/{sanctionId}/lift', { params: { sanctionId }, body: { reason } }),
    onSuccess: take,
  });
}

export function useRetrySanction(sanctionId: string) {
  const take = useTakeSanction();
  return useMutation({
    mutationFn: () => api('POST /ark/sanctions/{sanctionId}/retry', { params: { sanctionId } }),
    onSuccess: take,
    onError: toastError,
  });
}

export function useEditSanction(sanctionId: string) {
  const take = useTakeSanction();
  return useMutation({
    mutationFn: (body: SanctionEdit) => api('PUT /ark/sanctions/{sanctionId}', { params: { sanctionId }, body }),
    onSuccess: take,
  });
}

export function useSaveTemplates() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (templates: NewTemplate[]) => api('PUT /ark/sanctionTemplates', { body: { templates } }),
    onSuccess: (stored) => queryClient.setQueryData(templatesQuery.queryKey, stored),
  });
}

export function useAcknowledge() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (sanctionId: string) => api('POST /ark/sanctions/{sanctionId}/acknowledge', { params: { sanctionId } }),
    onSuccess: ({ acknowledgedAt }, sanctionId) =>
      queryClient.setQueryData(ownSanctionsQuery.queryKey, (list) =>
        list?.map((one) => (one.id === sanctionId ? { ...one, acknowledgedAt, state: 'ended' as const } : one)),
      ),
    onError: toastError,
  });
}
