import type { ReplyInput } from '@tribehall/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';

export type Database = ReplyInput<'GET /databases'>[number];
export type DatabaseText = Extract<ReplyInput<'GET /databases/{file}'>, { text: string }>;
export type DatabaseVersion = ReplyInput<'GET /databases/{file}/versions'>[number];

/** A whole file, or the part of one guild in it. */
export type DatabaseTarget = { file: string; guildId: string | undefined };

/** Ten megabytes take a while on a slow connection. */
export const longTimeoutMs = 120_000;

export const databasesQuery = queryOptions({
  queryKey: ['databases', 'list'],
  queryFn: ({ signal }) => api('GET /databases', { signal }),
});

/** The common key of all queries about a file. */
export function fileKey(file: string) {
  return ['databases', 'file', file] as const;
}

/** The live topic reports changes, so it is not refetched on focus. */
export function textQuery({ file, guildId }: DatabaseTarget) {
  return queryOptions({
    queryKey: [...fileKey(file), 'text', guildId ?? null],
    queryFn: async ({ signal }) => {
      const query = { as: 'text', ...(guildId !== undefined && { guildId }) } as const;
      const options = { params: { file }, query, signal, timeoutMs: longTimeoutMs };
      return (await api('GET /databases/{file}', options)) as DatabaseText;
    },
    refetchOnWindowFocus: false,
  });
}

/** Guild ids as text: they exceed the range of numbers. */
export function guildsQuery(file: string) {
  return queryOptions({
    queryKey: [...fileKey(file), 'guilds'],
    queryFn: async ({ signal }) =>
      (await api('GET /databases/{file}', { params: { file }, query: { fetchGuilds: 'true' }, signal })) as string[],
  });
}

/** The bot's guilds, for their names. Without a bot only ids are shown. */
export const knownGuildsQuery = queryOptions({
  queryKey: ['discord', 'guilds'],
  queryFn: ({ signal }) => api('GET /discord/guilds', { signal }),
});

/** Newest first. */
export function versionsQuery(file: string) {
  return queryOptions({
    queryKey: [...fileKey(file), 'versions'],
    queryFn: ({ signal }) => api('GET /databases/{file}/versions', { params: { file }, signal }),
  });
}

/** Versions are immutable. */
export function versionTextQuery(file: string, versionId: string) {
  return queryOptions({
    queryKey: ['databases', 'version', file, versionId],
    queryFn: ({ signal }) => {
      const options = { params: { file, versionId }, signal, timeoutMs: longTimeoutMs };
      return api('GET /databases/{file}/versions/{versionId}', options);
    },
    staleTime: Infinity,
  });
}
