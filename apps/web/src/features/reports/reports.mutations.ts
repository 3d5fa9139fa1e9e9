import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError, toastSuccess } from '../../components/notices/toast.tsx';
import { api } from '../../lib/api/api.ts';
import { reportQuery, reportsKey, type Report } from './reports.queries.ts';

/** Whom a report is about; a name alone where the ID is unknown. */
export type Reported = { playerId: string | undefined; name: string };

export function useSendReport({ playerId, name }: Reported) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ text, serverId }: { text: string; serverId: string | undefined }) =>
      api('POST /ark/reports', {
        body: {
          ...(playerId === undefined ? { playerName: name } : { playerId }),
          ...(serverId && { serverId }),
          text,
        },
      }),
    onSuccess: () => toastSuccess('Your report was sent. You can follow it on your account page.'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: reportsKey }),
  });
}

type Change =
  | { kind: 'comment'; text: string }
  | { kind: 'answer'; text: string; isClosing: boolean }
  | { kind: 'assign'; isMine: boolean }
  | { kind: 'close' }
  | { kind: 'reopen' };

const messages: Partial<Record<Change['kind'], string>> = {
  answer: 'Your answer was sent.',
  close: 'Report closed.',
  reopen: 'Report reopened.',
};

/** What a moderator does with a report. Errors of what is typed are shown at the field. */
export function useChangeReport(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => send(id, change),
    onSuccess: (report, { kind }) => {
      queryClient.setQueryData(reportQuery(id).queryKey, report);
      const message = messages[kind];
      if (message !== undefined) toastSuccess(message);
    },
    onError: (error, { kind }) => {
      if (kind !== 'comment' && kind !== 'answer') toastError(error);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: reportsKey }),
  });
}

function send(id: string, change: Change): Promise<Report> {
  const params = { id };
  if (change.kind === 'comment') return api('POST /ark/reports/{id}/comments', { params, body: { text: change.text } });
  if (change.kind === 'assign')
    return api('PUT /ark/reports/{id}/assignee', { params, body: { isMine: change.isMine } });
  if (change.kind === 'close') return api('POST /ark/reports/{id}/close', { params });
  if (change.kind === 'reopen') return api('POST /ark/reports/{id}/reopen', { params });
  const { text, isClosing } = change;
  return api('POST /ark/reports/{id}/answer', { params, body: { text, isClosing } });
}
