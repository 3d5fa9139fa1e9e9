import { useMutation, useQueryClient } from '@tanstack/react-query';
import { putLive } from '../../lib/live/live-cache.ts';
import { discardUpload } from './upload-transfer.ts';
import { unfinishedUploadsQuery } from './uploads.queries.ts';

export function useDiscardUpload() {
  const queryClient = useQueryClient();
  const { queryKey } = unfinishedUploadsQuery;
  return useMutation({
    mutationFn: discardUpload,
    onSuccess: (_, uploadId) => {
      const others = (queryClient.getQueryData(queryKey) ?? []).filter((upload) => upload.uploadId !== uploadId);
      putLive(queryClient, queryKey, others);
      return queryClient.invalidateQueries({ queryKey: ['files', 'usage'] });
    },
  });
}
