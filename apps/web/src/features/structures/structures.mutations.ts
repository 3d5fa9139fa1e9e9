import type { PartInput, StructureVisibility } from '@tribehall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError, toastSuccess, toastUndo } from '../../components/notices/toast.tsx';
import { api, apiBody } from '../../lib/api/api.ts';
import { isDismissal, downloadStream } from '../../lib/browser/download.ts';
import { structuresQuery } from './structures.queries.ts';
import { visibilityTexts } from './visibility/visibility-texts.ts';

export function useSaveWorld(serverId: string, instigator: string | undefined) {
  return useMutation({
    mutationFn: () => api('POST /ark/servers/{id}/saveWorld', { params: { id: serverId }, instigator }),
    onSuccess: () => toastSuccess('The server is saving the world.'),
    onError: toastError,
  });
}

/** Optimistic; refetches if the portal refuses. */
export function useChangeVisibility(serverId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = structuresQuery(serverId);
  const put = (visibleTo: StructureVisibility) =>
    queryClient.setQueryData(queryKey, (info) => info && { ...info, visibleTo });
  const { mutate } = useMutation({
    scope: { id: `structures.visibility/${serverId}` },
    mutationFn: ({ visibleTo }: { visibleTo: StructureVisibility; before?: StructureVisibility }) =>
      api('PUT /ark/servers/{id}/structures', { params: { id: serverId }, body: { visibleTo } }),
    onMutate: ({ visibleTo }) => void put(visibleTo),
    onSuccess: ({ visibleTo }, { before }) => {
      put(visibleTo);
      const text = `Structures are visible to: ${visibilityTexts[visibleTo].label}.`;
      if (before === undefined) toastSuccess(text);
      else toastUndo(text, () => mutate({ visibleTo: before }));
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

/** Without colons, which some systems don't allow in a file name. */
function fileName(format: ExportFormat, now: Date): string {
  return `structures-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.${format}`;
}
