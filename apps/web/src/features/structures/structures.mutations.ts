import type { PartInput, StructureSight } from '@tribehall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError, toastSuccess, toastUndo } from '../../components/notices/toast.tsx';
import { api, apiBody } from '../../lib/api/api.ts';
import { isDismissal, downloadStream } from '../../lib/browser/download.ts';
import { structuresQuery } from './structures.queries.ts';
import { sightTexts } from './visibility/visibility-texts.ts';

export function useSaveWorld(serverId: string, instigator: string | undefined) {
  return useMutation({
    mutationFn: () => api('POST /ark/servers/{id}/saveWorld', { params: { id: serverId }, instigator }),
    onSuccess: () => toastSuccess('The game writes its save now.'),
    onError: toastError,
  });
}

/** Chosen at once, and back when the portal does not agree. */
export function useChooseSight(serverId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = structuresQuery(serverId);
  const put = (visibleTo: StructureSight) =>
    queryClient.setQueryData(queryKey, (info) => info && { ...info, visibleTo });
  const { mutate } = useMutation({
    scope: { id: `structures.sight/${serverId}` },
    mutationFn: ({ sight }: { sight: StructureSight; before?: StructureSight }) =>
      api('PUT /ark/servers/{id}/structures', { params: { id: serverId }, body: { visibleTo: sight } }),
    onMutate: ({ sight }) => void put(sight),
    onSuccess: ({ visibleTo }, { before }) => {
      put(visibleTo);
      const text = `Structures are seen by: ${sightTexts[visibleTo].label}.`;
      if (before === undefined) toastSuccess(text);
      else toastUndo(text, () => mutate({ sight: before }));
    },
    onError: (error) => {
      toastError(error);
      void queryClient.invalidateQueries({ queryKey });
    },
  });
  return mutate;
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

/** Without the characters that some systems do not allow in a name. */
function fileName(format: ExportFormat, now: Date): string {
  return `structures-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.${format}`;
}
