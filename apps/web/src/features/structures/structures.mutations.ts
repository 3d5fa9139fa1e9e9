import type { PartInput, StructureVisibility } from '@tribehall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError, toastSuccess } from '../../components/notices/toast.tsx';
import { useUndoableChoice } from '../../components/notices/use-undoable-choice.ts';
import { api, apiBody } from '../../lib/api/api.ts';
import { isDismissal, downloadStream } from '../../lib/browser/download.ts';
import { structuresQuery } from './structures.queries.ts';
import { visibilityTexts } from './visibility/visibility-texts.ts';

type SavingServer = { serverId: string; instigator: string | undefined };

export function useSaveWorld() {
  return useMutation({
    mutationFn: ({ serverId, instigator }: SavingServer) =>
      api('POST /ark/servers/{id}/saveWorld', { params: { id: serverId }, instigator }),
    onSuccess: () => toastSuccess('The server is saving the world.'),
    onError: toastError,
  });
}

export function useChangeVisibility(serverId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = structuresQuery(serverId);
  return useUndoableChoice<StructureVisibility>({
    scope: `structures.visibility/${serverId}`,
    send: async (visibleTo) =>
      (await api('PUT /ark/servers/{id}/structures', { params: { id: serverId }, body: { visibleTo } })).visibleTo,
    show: (visibleTo) => queryClient.setQueryData(queryKey, (info) => info && { ...info, visibleTo }),
    refetch: () => queryClient.invalidateQueries({ queryKey }),
    describe: (visibleTo) => `Structures are visible to: ${visibilityTexts[visibleTo].label}.`,
  });
}

export type ExportFilters = Omit<PartInput<'GET /ark/servers/{id}/structures/export', 'query'>, 'format'>;
export type ExportFormat = 'csv' | 'json';

export function useExportStructures(serverId: string, filters: ExportFilters) {
  return useMutation({
    mutationFn: (format: ExportFormat) =>
      downloadStream(fileName(format, new Date()), () =>
        apiBody('GET /ark/servers/{id}/structures/export', { params: { id: serverId }, query: { ...filters, format } }),
      ),
    onSuccess: () => toastSuccess('Structures exported.'),
    onError: (error) => {
      if (!isDismissal(error)) toastError(error);
    },
  });
}

/** Without colons, which some systems don't allow in a file name. */
function fileName(format: ExportFormat, now: Date): string {
  return `structures-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.${format}`;
}
