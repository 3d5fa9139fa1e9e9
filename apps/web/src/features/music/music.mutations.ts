import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { putLive } from '../../lib/live/live-cache.ts';
import { awaited, saveAgain } from './downloads.ts';
import { downloadsQuery, queueQuery, videoQuery, type Download } from './music.queries.ts';

export function useSendVideo() {
  const queryClient = useQueryClient();
  return useMutation({
    // The portal looks up the video first.
    mutationFn: (videoId: string) => api('POST /skibapbot/music', { body: { videoId }, timeoutMs: 75_000 }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queueQuery.queryKey }),
  });
}

type DownloadStart = { videoId: string; title: string | null; kind: Download['kind'] };

/** Starts a download and adds it to the list. */
export function useStartDownload() {
  const queryClient = useQueryClient();
  const { queryKey } = downloadsQuery;
  return useMutation({
    mutationFn: ({ videoId, kind }: DownloadStart) =>
      api('POST /skibapbot/music/download', { body: { videoId, audioOnly: kind === 'audio' } }),
    onSuccess: ({ eventId }, start) => {
      awaited.add(eventId);
      const title = start.title ?? queryClient.getQueryData(videoQuery(start.videoId).queryKey)?.title ?? null;
      const begun: Download = { ...start, title, eventId, state: 'waiting', createdAt: new Date().toISOString() };
      const others = (queryClient.getQueryData(queryKey) ?? []).filter((known) => known.eventId !== eventId);
      putLive(queryClient, queryKey, [begun, ...others]);
    },
  });
}

export function useCancelDownload() {
  const queryClient = useQueryClient();
  const { queryKey } = downloadsQuery;
  return useMutation({
    mutationFn: (eventId: string) => api('DELETE /skibapbot/music/downloads/{eventId}', { params: { eventId } }),
    onSuccess: (_, eventId) => {
      awaited.remove(eventId);
      const others = (queryClient.getQueryData(queryKey) ?? []).filter((known) => known.eventId !== eventId);
      putLive(queryClient, queryKey, others);
    },
  });
}

export function useSaveAgain() {
  return useMutation({ mutationFn: saveAgain });
}

export function useUpdateTool() {
  return useMutation({ mutationFn: () => api('POST /skibapbot/music/update') });
}
