import { useQueryClient } from '@tanstack/react-query';
import { putLive } from '../../lib/live/live-cache.ts';
import { useLive } from '../../lib/live/use-live.ts';
import { downloadsQuery, queueQuery, type Download } from './music.queries.ts';

/** Keeps the queue and the current song up to date. */
export function useQueueLive(): void {
  const queryClient = useQueryClient();
  useLive('music.queue', (messages) => {
    const latest = messages.findLast((message) => message.event !== 'gone');
    if (latest !== undefined) putLive(queryClient, queueQuery.queryKey, latest.data);
  });
}

/** Keeps the user's downloads up to date, whichever tab started them. */
export function useDownloadsLive(): void {
  const queryClient = useQueryClient();
  const { queryKey } = downloadsQuery;
  useLive('music.downloads', (messages) => {
    let list = queryClient.getQueryData(queryKey) ?? [];
    for (const message of messages) {
      if (message.event === 'snapshot') list = message.data.map((download) => withTitle(list, download));
      else if (message.event === 'changed') list = withDownload(list, message.data);
    }
    putLive(queryClient, queryKey, list);
  });
}

function withDownload(list: readonly Download[], changed: Download): Download[] {
  const next = withTitle(list, changed);
  const isKnown = list.some(({ eventId }) => eventId === changed.eventId);
  return isKnown ? list.map((known) => (known.eventId === changed.eventId ? next : known)) : [next, ...list];
}

/** The tab that started a download may know its title before the portal does. */
function withTitle(list: readonly Download[], download: Download): Download {
  const known = list.find(({ eventId }) => eventId === download.eventId);
  return { ...download, title: download.title ?? known?.title ?? null };
}
