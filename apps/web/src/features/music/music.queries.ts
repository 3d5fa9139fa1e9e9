import type { ReplyInput } from '@tribehall/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';

export type Video = ReplyInput<'GET /skibapbot/music/query'>[number];
export type MusicQueue = ReplyInput<'GET /skibapbot/music/queue'>;
export type QueueEntry = MusicQueue['entries'][number];
export type CurrentSong = NonNullable<MusicQueue['current']>;
export type Download = ReplyInput<'GET /skibapbot/music/downloads'>[number];

/** The portal runs a program for this, possibly after others in its queue. */
const timeoutMs = 75_000;
const staleTime = 5 * 60_000;

/** Not run for an empty search. An outdated search is aborted. */
export function songsQuery(words: string) {
  return queryOptions({
    queryKey: ['music', 'songs', words],
    queryFn: ({ signal }) => api('GET /skibapbot/music/query', { query: { query: words }, signal, timeoutMs }),
    enabled: words !== '',
    placeholderData: keepPreviousData,
    staleTime,
  });
}

export function videoQuery(videoId: string) {
  return queryOptions({
    queryKey: ['music', 'video', videoId],
    queryFn: ({ signal }) => api('GET /skibapbot/music/videos/{videoId}', { params: { videoId }, signal, timeoutMs }),
    staleTime,
  });
}

export const queueQuery = queryOptions({
  queryKey: ['music', 'queue'],
  queryFn: ({ signal }) => api('GET /skibapbot/music/queue', { signal }),
});

/** The user's downloads, newest first. Kept up to date by the stream. */
export const downloadsQuery = queryOptions({
  queryKey: ['music', 'downloads'],
  queryFn: ({ signal }) => api('GET /skibapbot/music/downloads', { signal }),
});

export function isUnderWay({ state }: Pick<Download, 'state'>): boolean {
  return state === 'waiting' || state === 'running';
}
